/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors */
/**
 * @file sparsebregman.h
 * @brief The C interface of libsparsebregman, the only installed header.
 *
 * The library finds the x with at most s nonzeros that minimises a smooth f(x),
 *
 *     minimise f(x)   subject to   ||x||_0 <= s,
 *
 * by the separable Bregman framework of Aktas and Pinar. Start with sbreg_solve_least_squares(). The objects
 * behind this function (matrix, problem, dsm, solver) let you control every part of the computation.
 *
 * Conventions that hold for every function:
 * - Sizes and indices are `int64_t`, indices start at 0, matrices are real and in double precision.
 * - A function that can fail returns #sbreg_status: #SBREG_OK or a negative code. After a failure, sbreg_last_error()
 *   returns a sentence that names the argument and the value. A call that is refused because of its arguments changes
 *   nothing. A failed `create` leaves NULL in `*out`.
 * - Memory: the library copies input arrays unless you pass #SBREG_BORROW. Objects are reference counted and keep alive
 *   the objects that they use, so you may destroy them in any order.
 * - Threads: any number of threads may share a matrix, a problem in use, and a finished dsm. Only one thread at a time
 *   may use a solver or a dsm that is being run. Each thread has its own error text.
 * - If a callback calls the library with the handle that is running, the call returns #SBREG_E_STATE. Only the `get`
 *   functions are allowed there.
 * - The library never prints or exits. It raises no signal, does not read the environment or the locale, and does not
 *   change any setting of the process or of the BLAS.
 */
#ifndef SPARSEBREGMAN_H
#define SPARSEBREGMAN_H

#include <stdint.h>

/** @name Version
 *  The version of this header. The build system, the documentation and the bindings read it here.
 *  @since 0.1.0 @{ */
#define SBREG_VERSION_MAJOR 0 /**< after 1.0, a release that breaks the ABI raises it */
#define SBREG_VERSION_MINOR 2 /**< a release that adds something raises it */
#define SBREG_VERSION_PATCH 0 /**< a release that only repairs defects raises it */
/** major*10000 + minor*100 + patch. Compare it with sbreg_version(). */
#define SBREG_VERSION (SBREG_VERSION_MAJOR * 10000 + SBREG_VERSION_MINOR * 100 + SBREG_VERSION_PATCH)
/** @} */

/** Marks the functions that the shared library exports. If you compile the library into another program or library,
 *  you may define SBREG_HIDDEN: its functions are then not marked. */
#if defined(__GNUC__) && !defined(SBREG_HIDDEN)
#define SBREG_API __attribute__((visibility("default")))
#else
#define SBREG_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup types Types and codes
 *  @{ */

/** The outcome of a call: #SBREG_OK or one of the negative `SBREG_E_` codes. @since 0.1.0 */
typedef int32_t sbreg_status;

/** Status codes. The numbers never change, and no number is used twice. @since 0.1.0 */
enum {
  SBREG_OK = 0,             /**< the call succeeded */
  SBREG_E_ARGUMENT = -1,    /**< an argument is NULL or outside its bounds */
  SBREG_E_DIMENSION = -2,   /**< a size is negative, does not fit another one, or overflows */
  SBREG_E_NOT_FINITE = -3,  /**< input data contain a NaN or an infinity */
  SBREG_E_KEY = -4,         /**< there is no option, result, model or series of this name and type; the
                                 error text suggests a name */
  SBREG_E_STATE = -5,       /**< the call is not possible now: the object is frozen, running, or not ready */
  SBREG_E_UNSUPPORTED = -6, /**< this combination has no meaning or no implementation; the error text says
                                 what to do instead */
  SBREG_E_MEMORY = -10,     /**< an allocation failed; the objects keep what they have */
  SBREG_E_NUMERIC = -20,    /**< the computation met a NaN, an overflow or an indefinite matrix */
  SBREG_E_CALLBACK = -30,   /**< a callback reported failure */
  SBREG_E_IO = -40,         /**< a file could not be read or written; no function of this version reads or writes
                            files */
  SBREG_E_INTERNAL = -99    /**< a defect of the library; please report it */
};

/** The state of an algorithm, which is not the outcome of a call: why the algorithm stopped, or that it can continue.
 *  The numbers never change. @since 0.1.0 */
enum {
  SBREG_RUNNING = 0,         /**< the run has not ended and can continue */
  SBREG_TARGET_REACHED = 1,  /**< the requested residual or gap is reached */
  SBREG_STATIONARY = 2,      /**< the point is stationary, to rounding, for every scaling matrix of the dictionary; or
                                  the result `proved` is 1 and no point is better */
  SBREG_STALLED = 3,         /**< the method gave up: it made no more progress */
  SBREG_ITERATION_LIMIT = 4, /**< `max_iterations` is used up; raise it and run again to continue */
  SBREG_TIME_LIMIT = 5,      /**< `time_limit` is used up; raise it and run again to continue */
  SBREG_STOPPED = 6,         /**< a monitor or an interrupt asked the run to stop; the next call continues */
  SBREG_SEARCHED = 7,        /**< the search did its work but found no proof; raise `effort` and run again to continue.
                                 @since 0.2.0 */
  SBREG_UNBOUNDED = 8,   /**< f falls without end along a ray of feasible points, so f has no minimum. @since 0.2.0 */
  SBREG_INCONSISTENT = 9 /**< f does not fall where its gradient says that it falls: call sbreg_problem_check_gradient()
                            and sbreg_matrix_check_adjoint(). @since 0.2.0 */
};

/** Storage order of a dense matrix. @since 0.1.0 */
enum {
  SBREG_COL_MAJOR = 0, /**< columns are contiguous (Fortran, Julia, R, MATLAB) */
  SBREG_ROW_MAJOR = 1  /**< rows are contiguous (C, NumPy) */
};

/** What the library does with the caller's array. @since 0.1.0 */
enum {
  SBREG_COPY = 0,  /**< the library copies the array; the caller may free it at once */
  SBREG_BORROW = 1 /**< the library uses the array in place, but may copy a small one. The array must stay unchanged
                      until the library calls `user_free` */
};

/** A linear map A with m rows and n columns. It never changes, so threads may share it. @since 0.1.0 */
typedef struct sbreg_matrix sbreg_matrix;
/** An objective f. Its first use by a dsm, a solver or a check freezes it: from then on its options cannot change, and
 *  threads may share it. @since 0.1.0 */
typedef struct sbreg_problem sbreg_problem;
/** A diagonal scaling matrix D = Diag(w) with Diag(w) >= C >= Hessian of f, and the certificate of this inequality.
 *  @since 0.1.0 */
typedef struct sbreg_dsm sbreg_dsm;
/** A separable Bregman kernel h. After a solver has used it, the kernel cannot change, and threads may share it.
 *  @since 0.1.0 */
typedef struct sbreg_kernel sbreg_kernel;
/** One run of a method. Only one thread at a time may use it. It keeps the problem alive. @since 0.1.0 */
typedef struct sbreg_solver sbreg_solver;
/** Fits for a range of sparsities and the choice among these fits. Only one thread at a time may use it.
 *  @since 0.1.0 */
typedef struct sbreg_path sbreg_path;

/** Releases the data behind a callback's `user` pointer. The library calls it once, when the object dies, and never
 *  after a failed create. The call comes on a thread on which the caller has called the library. @since 0.1.0 */
typedef void (*sbreg_free_fn)(void *user);
/** Computes Y <- A X, or Y <- A' X, for k vectors at once. X and Y hold the vectors one after the other. A has `rows`
 * rows and `cols` columns in both cases. Return 0 on success; any other value ends the library's call with
 * #SBREG_E_CALLBACK. The library calls this function one call at a time, on a thread on which the caller has called the
 * library. If the matrix's option `callbacks_thread_safe` is 1, several threads may call it at once, and a path with
 * `threads` above 1 calls it from threads of its own. The function must not use the matrix or an object built on it.
 *  @since 0.1.0 */
typedef int (*sbreg_apply_fn)(int64_t rows, int64_t cols, int64_t k, const double *X, double *Y, void *user);
/** Computes *f <- f(x) and, unless g is NULL, g <- the gradient of f at x. x and g have n numbers. Return 0 on success;
 * any other value ends the library's call with #SBREG_E_CALLBACK. If x lies outside the domain of f, set *f to
 * +infinity: the library then ignores g, and a run takes a shorter step. A NaN, -infinity, an infinite entry of g, or
 * +infinity at the start of a run ends the library's call with #SBREG_E_NUMERIC. For threads, the rules of
 * #sbreg_apply_fn hold with the problem's option `callbacks_thread_safe`. The function must not use the problem or a
 * solver of this problem.
 *  @since 0.1.0 */
typedef int (*sbreg_objective_fn)(int64_t n, const double *x, double *f, double *g, void *user);
/** Computes H <- the second derivatives of f at x with respect to the k variables in `support`, which are in ascending
 *  order. H is k x k, stored by columns; fill both triangles. Otherwise the rules of #sbreg_objective_fn hold.
 *  @since 0.1.0 */
typedef int (*sbreg_hessian_fn)(int64_t n, const double *x, int64_t k, const int64_t *support, double *H, void *user);
/** Computes CX <- C X for a fixed symmetric matrix C with C >= Hessian of f everywhere. X and CX hold k vectors of n
 *  numbers one after the other. Otherwise the rules of #sbreg_objective_fn hold. @since 0.1.0 */
typedef int (*sbreg_curvature_fn)(int64_t n, int64_t k, const double *X, double *CX, void *user);
/** Computes *out <- a function of coordinate i of a kernel, at t. Return 0 on success; any other value ends the
 * library's call with #SBREG_E_CALLBACK. The library calls this function one call at a time, on a thread on which the
 * caller has called the library. @since 0.1.0 */
typedef int (*sbreg_scalar_fn)(int64_t i, double t, double *out, void *user);
/** The library calls a monitor after every iteration, and also while it computes scaling matrices. If the monitor
 *  returns a nonzero value, the run stops with the state #SBREG_STOPPED, and the call that runs the solver returns
 *  #SBREG_OK. A monitor may use the `get` functions.
 *  @since 0.1.0 */
typedef int (*sbreg_monitor_fn)(const sbreg_solver *solver, void *user);
/** A monitor of a scaling matrix. The library calls it after every iteration; a nonzero return stops the run.
 *  @since 0.1.0 */
typedef int (*sbreg_dsm_monitor_fn)(const sbreg_dsm *dsm, void *user);
/** A monitor of a path. The library calls it after every fit and from time to time during a fit, always on the thread
 *  that runs the path. A nonzero return stops the run. @since 0.1.0 */
typedef int (*sbreg_path_monitor_fn)(const sbreg_path *path, void *user);

/** @} */

/** @defgroup library Library
 *  @{ */

/** Returns the version of the library in use, as a number to compare with #SBREG_VERSION. Any thread. @since 0.1.0 */
SBREG_API int32_t sbreg_version(void);
/** Returns the version of the library in use, as a static text such as "0.1.0". Any thread. @since 0.1.0 */
SBREG_API const char *sbreg_version_string(void);
/** Returns the meaning of a status code in a few words. The text is static and never NULL. Any thread. @since 0.1.0 */
SBREG_API const char *sbreg_status_text(sbreg_status status);
/** Returns the meaning of an algorithm's state in a few words. The text is static and never NULL. Any thread.
 *  @since 0.1.0 */
SBREG_API const char *sbreg_state_text(int32_t state);
/** Returns a sentence about this thread's last failed call, with the name of the argument and the value. The library
 *  owns the text. It is valid until the next failing call of this thread. Destroying an object never clears it.
 *  @since 0.1.0 */
SBREG_API const char *sbreg_last_error(void);
/** Copies sbreg_last_error() into a buffer. The copy is cut if the buffer is too small, and always ends with a
 *  terminator.
 *  @param buffer    where to write; may be NULL when capacity is 0
 *  @param capacity  size of the buffer in bytes, with the terminator
 *  @return length of the whole text, without the terminator. Any thread. @since 0.1.0 */
SBREG_API int64_t sbreg_last_error_copy(char *buffer, int64_t capacity);

/** @} */

/** @defgroup simple Simple interface
 *  @{ */

/** Finds the x with at most s nonzeros that minimises ||Ax - b||^2 / 2, with the method `auto` and default options.
 *  @param m,n        rows and columns of A
 *  @param A          dense matrix; the library does not keep it
 *  @param ld         distance between columns (>= m) or rows (>= n)
 *  @param order      #SBREG_COL_MAJOR or #SBREG_ROW_MAJOR
 *  @param b          right-hand side, m numbers; the library does not keep it
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          result, n numbers; written only on success
 *  @param objective  result ||Ax - b||^2 / 2; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solve_least_squares(int64_t m, int64_t n, const double *A, int64_t ld, int32_t order,
                                                 const double *b, int64_t s, double *x, double *objective);

/** @} */

/** @defgroup matrix Matrices
 *  @{ */

/** Creates a dense matrix.
 *  @param out        the new handle, owned by the caller; NULL after a failure
 *  @param m,n        rows and columns, at least 1
 *  @param A          the numbers, all finite
 *  @param ld         distance between columns (>= m) or rows (>= n)
 *  @param order      #SBREG_COL_MAJOR or #SBREG_ROW_MAJOR
 *  @param ownership  #SBREG_COPY or #SBREG_BORROW
 *  @param user       passed to user_free; may be NULL
 *  @param user_free  called once when the matrix no longer needs A: with #SBREG_BORROW when the matrix dies, with
 *                    #SBREG_COPY before this call returns. Never called after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_create_dense(sbreg_matrix **out, int64_t m, int64_t n, const double *A, int64_t ld,
                                                 int32_t order, int32_t ownership, void *user, sbreg_free_fn user_free);
/** Creates a sparse matrix from compressed columns. The library never makes it dense. A product A x with s nonzeros in
 *  x reads s columns. A product with A' reads every entry once.
 *  @param out          the new handle, owned by the caller; NULL after a failure
 *  @param m,n          rows and columns, at least 1
 *  @param col_start    n+1 indices: column j holds the entries col_start[j] .. col_start[j+1]-1
 *  @param row_index    the row of each entry; within a column the rows ascend and no row occurs twice. Otherwise, and
 *                      also if a row is out of range or the starts decrease, the call returns #SBREG_E_ARGUMENT
 *  @param index_bytes  width of the indices, 4 or 8
 *  @param index_base   0 or 1: the number of the first entry and of the first row in both index arrays
 *  @param values       the numbers, all finite; zeros are allowed
 *  @param ownership    #SBREG_COPY or #SBREG_BORROW, for all three arrays
 *  @param user         passed to user_free; may be NULL
 *  @param user_free    as in sbreg_matrix_create_dense()
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_create_csc(sbreg_matrix **out, int64_t m, int64_t n, const void *col_start,
                                               const void *row_index, int32_t index_bytes, int32_t index_base,
                                               const double *values, int32_t ownership, void *user,
                                               sbreg_free_fn user_free);
/** Creates a matrix that is known only by its products. The library never makes an array of size m x n from it.
 *  @param out              the new handle, owned by the caller; NULL after a failure
 *  @param m,n              rows and columns, at least 1
 *  @param apply            computes A X
 *  @param apply_transpose  computes A' X; sbreg_matrix_check_adjoint() tests this
 *  @param user             passed to both; may be NULL
 *  @param user_free        called once with `user` when the matrix dies, never after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_create_operator(sbreg_matrix **out, int64_t m, int64_t n, sbreg_apply_fn apply,
                                                    sbreg_apply_fn apply_transpose, void *user,
                                                    sbreg_free_fn user_free);
/** Compares <Ax, y> with <x, A'y> on random vectors. Also compares the products with several vectors at once with the
 *  products with each vector alone.
 *  @param A            the matrix; it does not change
 *  @param seed         seed of the random vectors
 *  @param discrepancy  the largest relative difference: about 1e-16 if A' is the adjoint of A, near 1 if it is not
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_check_adjoint(const sbreg_matrix *A, int64_t seed, double *discrepancy);

/** @} */

/** @defgroup problem Problems
 *  @{ */

/** Creates f(x) = ||Ax - b||^2 / 2 from arrays. The library copies the arrays.
 *  @param out    the new handle, owned by the caller; NULL after a failure
 *  @param m,n    rows and columns of A
 *  @param A      dense matrix, all finite
 *  @param ld     distance between columns (>= m) or rows (>= n)
 *  @param order  #SBREG_COL_MAJOR or #SBREG_ROW_MAJOR
 *  @param b      right-hand side, m finite numbers
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_least_squares(sbreg_problem **out, int64_t m, int64_t n, const double *A,
                                                          int64_t ld, int32_t order, const double *b);
/** Creates f(x) = ||Ax - b||^2 / 2 for complex A, b and x. The arrays hold the real part, then the imaginary part of
 * each number, as arrays of complex numbers do; the library copies them. The problem has 2n real variables: the real
 * part of x_0, the imaginary part of x_0, the real part of x_1 and so on. So you can pass an array of complex numbers
 * as x. The two parts of a complex number form a group, and s counts complex nonzeros. The gradient, the scaling
 * matrices and the bounds refer to the 2n real variables.
 *  @param out    the new handle, owned by the caller; NULL after a failure
 *  @param m,n    rows and columns of A
 *  @param A      dense complex matrix, m n pairs of finite numbers
 *  @param ld     distance between columns (>= m) or rows (>= n), in complex numbers
 *  @param order  #SBREG_COL_MAJOR or #SBREG_ROW_MAJOR
 *  @param b      right-hand side, m pairs of finite numbers
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_least_squares_complex(sbreg_problem **out, int64_t m, int64_t n,
                                                                  const double *A, int64_t ld, int32_t order,
                                                                  const double *b);
/** Creates f(x) = loss(Ax; b) on a matrix that several problems may share. The library computes only once what depends
 *  on A alone.
 *  @param out   the new handle, owned by the caller; NULL after a failure
 *  @param A     the problem keeps it alive
 *  @param loss  a function of the margins t = Ax (w: observation weights, see sbreg_problem_set_weights()):
 *               - "least_squares": sum of w (t - b)^2 / 2
 *               - "logistic": sum of w (log(1 + exp t) - b t), the labels b are all 0 or 1, or all
 *                 -1 or 1 (-1 means 0)
 *               - "logsumexp": log of the sum of w exp(t - b)
 *               - "huber": sum of w r^2/2 for |r| <= d, else w d (|r| - d/2), with r = t - b and d the option
 *                 `huber_delta`
 *               - "quartic": sum of w (t - b)^4 / 4
 *               - "poisson": sum of w (exp t - b t), counts b >= 0
 *
 *               "quartic" and "poisson" have no bound on their second derivatives. So the library cannot compute
 *               scaling matrices for them. Methods without a line search return #SBREG_E_UNSUPPORTED, unless
 *               you give weights or, for `bpg`, a kernel
 *  @param b     observations, one per row of A, copied; #SBREG_E_ARGUMENT if one is outside the domain of the loss
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_linear(sbreg_problem **out, const sbreg_matrix *A, const char *loss,
                                                   const double *b);
/** Creates f(x) = x'Qx / 2 - q'x.
 *  @param out  the new handle, owned by the caller; NULL after a failure
 *  @param n    number of variables
 *  @param Q    symmetric, stored by columns, copied; the library reads only the lower triangle
 *  @param ldq  distance between columns, >= n
 *  @param q    n numbers, copied
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_quadratic(sbreg_problem **out, int64_t n, const double *Q, int64_t ldq,
                                                      const double *q);
/** Creates an objective from the caller's own functions.
 *  @param out                 the new handle, owned by the caller; NULL after a failure
 *  @param n                   number of variables
 *  @param value_gradient      f and its gradient; sbreg_problem_check_gradient() compares the two
 *  @param hessian_on_support  second derivatives on a support; may be NULL. Then Newton steps are not possible, and
 *                             `auto` works without them
 *  @param bound_times_block   a bound on the Hessian; may be NULL. Then the library cannot compute scaling matrices
 *                             (#SBREG_E_UNSUPPORTED). You can still give your own weights, and line searches find a
 *                             scale by themselves
 *  @param user                passed to all of them; may be NULL
 *  @param user_free           called once with `user` when the problem dies, never after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_custom(sbreg_problem **out, int64_t n, sbreg_objective_fn value_gradient,
                                                   sbreg_hessian_fn hessian_on_support,
                                                   sbreg_curvature_fn bound_times_block, void *user,
                                                   sbreg_free_fn user_free);
/** Sets nonnegative weights of the observations, copied. A weight multiplies the loss of its row. For
 *  "logsumexp" it multiplies the row's term of the sum. So a weight always says how many times a row counts. Only
 * before the first use of the problem. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_set_weights(sbreg_problem *problem, const double *observation_weights);
/** Computes f(x) at any x of n numbers. Does not freeze the problem. If x lies outside the domain of an f of your own,
 * the call returns #SBREG_OK and f is +infinity. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_value(const sbreg_problem *problem, const double *x, double *f);
/** Computes the gradient of f at any x; both have n numbers. Where an f of your own is +infinity, it has no gradient,
 * and the call returns #SBREG_E_NUMERIC. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_gradient(const sbreg_problem *problem, const double *x, double *g);
/** Computes the intercept of x if the option `intercept` is set: the number c that minimises the loss of Ax + c 1. The
 *  result is 0 if the problem has no intercept. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_intercept(const sbreg_problem *problem, const double *x, double *intercept);
/** Compares the gradient at x with central differences of f. Needs 2n evaluations of f. Does not freeze the problem.
 *  @param problem      any problem
 *  @param x            n numbers
 *  @param step         distance from x to the two points of a difference, relative to max(|x_i|, 1); 0 means 6e-6
 *  @param discrepancy  the largest difference, relative to the largest entry of the gradient: about 1e-9 if the
 *                      gradient is right
 *  @param where        the index of the entry with the largest difference; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_check_gradient(const sbreg_problem *problem, const double *x, double step,
                                                    double *discrepancy, int64_t *where);

/** @} */

/** @defgroup dsm Diagonal scaling matrices
 *  @{ */

/** Creates the computation of a diagonal scaling matrix for a problem. The computation freezes the problem and keeps it
 *  alive. C is the problem's bound on its Hessian, and all three models ask for Diag(w) >= C:
 *
 *  - "lipschitz": the smallest multiple of the identity;
 *  - "linear": D_L, the smallest sum of w_j (or of c_j w_j after sbreg_dsm_set_cost());
 *  - "quadratic": D_Q, the smallest sum of w_j^2.
 *
 *  The weights satisfy Diag(w) >= C from this call on, whenever you read them. The iterations make them smaller, until
 *  they are within `gap_tolerance` of the optimum. In the models "linear" and "quadratic", a column with C_jj = 0 has
 *  weight 0 and never enters a support.
 *  @param out      the new handle, owned by the caller; NULL after a failure
 *  @param problem  must have a curvature bound C; #SBREG_E_NUMERIC if C is indefinite
 *  @param model    "lipschitz", "linear" or "quadratic"
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_create(sbreg_dsm **out, const sbreg_problem *problem, const char *model);
/** Makes a scaling matrix of your own weights, which are copied. A weight may be 0; its column then never enters a
 *  support. The library proves nothing about these weights: `certificate` is "none". Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_create_weights(sbreg_dsm **out, int64_t n, const double *w);
/** Sets the costs of the linear model: n positive numbers, copied. Without this call they are 1. Only before the first
 *  iteration. #SBREG_E_UNSUPPORTED for the other models. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_set_cost(sbreg_dsm *dsm, const double *c);
/** Starts from the solution of an earlier computation with the same number of columns. The library reads `previous` and
 *  does not keep it. Only before the first iteration, and only for the models "linear" and "quadratic". @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_set_start(sbreg_dsm *dsm, const sbreg_dsm *previous);
/** Sets the monitor, a function that watches the run and may stop it. Allowed at any time outside a run. NULL removes
 *  the monitor. A new monitor replaces the previous one, and the library then calls the previous user_free.
 *  @param dsm        the computation
 *  @param monitor    called after every iteration
 *  @param user       passed to the monitor
 *  @param user_free  called once when `user` is no longer needed; may be NULL
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_set_monitor(sbreg_dsm *dsm, sbreg_dsm_monitor_fn monitor, void *user,
                                             sbreg_free_fn user_free);
/** Does at most `count` iterations. Does nothing if the run has already ended. The weights and the gap are those of the
 *  last certificate; `residual` says how close the next certificate is. One thread at a time. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_step(sbreg_dsm *dsm, int64_t count);
/** Iterates until the run ends. If the time limit or the monitor ends the run, the library certifies the current
 * weights. One thread at a time. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_run(sbreg_dsm *dsm);
/** Copies the n weights into the caller's array. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_get_weights(const sbreg_dsm *dsm, double *w);
/** Copies the n weights that the paper extracts from the current dual solution. Use them only for comparison: before
 *  convergence they do not satisfy Diag(w) >= C. Only for the models "linear" and "quadratic", and only after the first
 *  iteration.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_get_extracted_weights(const sbreg_dsm *dsm, double *w);
/** Computes the smallest eigenvalue of Diag(w) - C, independently of how w was found.
 *  @param dsm         any weights
 *  @param problem     any problem of the same dimension with a curvature bound C; this call freezes it
 *  @param lambda_min  negative, beyond rounding, if Diag(w) >= C does not hold. If min(m, n) exceeds 4096, this is a
 *                     Lanczos estimate from above
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_margin(const sbreg_dsm *dsm, const sbreg_problem *problem, double *lambda_min);

/** @} */

/** @defgroup kernel Kernels
 *  A kernel h(x) = sum of h_i(x_i) measures the distance D_h(y, x) = h(y) - h(x) - h'(x)(y - x). The method `bpg`
 *  minimises f if L h - f is convex. It needs no bound on the Hessian.
 *  @{ */

/** Creates a kernel for n variables.
 *  @param out   the new handle, owned by the caller; NULL after a failure
 *  @param n     number of variables
 *  @param name  "quadratic": b w_i x^2/2;  "quartic": a x^4/4 + b w_i x^2/2;  "power": |x|^p/p + b w_i x^2/2. The
 *               options `quadratic_coefficient` (b), `quartic_coefficient` (a) and `exponent` (p) set the parameters.
 *               sbreg_kernel_set_weights() sets the weights w. Kernels that do not allow zeros, such as "burg" and
 *               "shannon", return #SBREG_E_UNSUPPORTED, and the error text gives the reason
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_kernel_create(sbreg_kernel **out, int64_t n, const char *name);
/** Creates a kernel from your own functions. The library tests them at a few points: h and h' must be finite at 0, and
 * h must grow faster than linearly on both sides (otherwise #SBREG_E_UNSUPPORTED).
 *  @param out                 the new handle, owned by the caller; NULL after a failure
 *  @param n                   number of variables
 *  @param h                   h_i(t), strictly convex
 *  @param derivative          h_i'(t)
 *  @param inverse_derivative  the t with h_i'(t) equal to the argument
 *  @param user                passed to all of them; may be NULL
 *  @param user_free           called once with `user` when the kernel dies, never after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_kernel_create_custom(sbreg_kernel **out, int64_t n, sbreg_scalar_fn h,
                                                  sbreg_scalar_fn derivative, sbreg_scalar_fn inverse_derivative,
                                                  void *user, sbreg_free_fn user_free);
/** Sets the weights of the quadratic part: n nonnegative numbers, copied. Without this call they are 1. In the kernel
 * "quadratic", a coordinate with weight 0 never enters a support. Only before a solver uses the kernel. @since 0.1.0 */
SBREG_API sbreg_status sbreg_kernel_set_weights(sbreg_kernel *kernel, const double *w);

/** @} */

/** @defgroup solver Solvers
 *  @{ */

/** Creates a solver with the method `auto` and the start x = 0.
 *  @param out      the new handle, owned by the caller; NULL after a failure
 *  @param problem  the solver freezes it and keeps it alive
 *  @param s        largest number of nonzeros, 0..n; if the problem has groups, largest number of nonzero groups
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_create(sbreg_solver **out, const sbreg_problem *problem, int64_t s);
/** Adds a scaling matrix to the end of the dictionary. A run uses the matrices in this order. The call copies the
 *  weights and does not keep the dsm. Only before the first step. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_add_dsm(sbreg_solver *solver, const sbreg_dsm *dsm);
/** Sets the kernel of the method `bpg`. The solver keeps the kernel alive, and the kernel cannot change any more.
 * Without a kernel, `bpg` uses a scaling matrix and is the same as `iwht`. The option `relative_smoothness` sets L; if
 * it is 0, the solver finds L. Only before the first step. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_kernel(sbreg_solver *solver, const sbreg_kernel *kernel);
/** Makes s count groups instead of coordinates. Coordinates with equal numbers form a group. A group counts if at least
 *  one of its coordinates is nonzero. Replaces the groups that come with a complex problem. Only before the first step.
 *  @param solver  the solver
 *  @param group   n numbers of any value, copied
 *  @return status; #SBREG_E_ARGUMENT if there are fewer groups than s, or if the start has more than s nonzero groups.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_groups(sbreg_solver *solver, const int64_t *group);
/** Sets bounds lower <= x <= upper. They must satisfy lower <= 0 <= upper, because every coordinate may be zero. An
 * infinite number means no bound. Every point of the run satisfies the bounds, and Newton steps refit within them. Only
 * before the first step.
 *  @param solver  the solver
 *  @param lower   n numbers, none positive, copied; NULL for no lower bounds
 *  @param upper   n numbers, none negative, copied; NULL for no upper bounds
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_bounds(sbreg_solver *solver, const double *lower, const double *upper);
/** Names coordinates that may always be nonzero and do not count towards s. They no longer belong to their groups.
 *  Replaces the coordinates of an earlier call. Only before the first step.
 *  @param solver  the solver
 *  @param kept    `count` different coordinates, copied; may be NULL when count is 0
 *  @param count   number of kept coordinates; may be 0
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_kept(sbreg_solver *solver, const int64_t *kept, int64_t count);
/** Sets the start: n numbers, copied, with at most s nonzeros and within the solver's bounds. With groups, at most s
 *  groups may be nonzero; kept coordinates do not count. #SBREG_E_NUMERIC if f overflows at the start. Only before the
 *  first step. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_start(sbreg_solver *solver, const double *x0);
/** Sets the monitor, a function that watches the run and may stop it. Allowed at any time outside a run. NULL removes
 *  the monitor. A new monitor replaces the previous one, and the library then calls the previous user_free.
 *  @param solver     the solver
 *  @param monitor    called after every iteration, see #sbreg_monitor_fn
 *  @param user       passed to the monitor
 *  @param user_free  called once when `user` is no longer needed; may be NULL
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_monitor(sbreg_solver *solver, sbreg_monitor_fn monitor, void *user,
                                                sbreg_free_fn user_free);
/** Does at most `count` iterations. Stops early when the run ends. Does nothing if the run has already ended.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_step(sbreg_solver *solver, int64_t count);
/** Iterates until the run ends. The result `state` says why it ended. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_run(sbreg_solver *solver);
/** Copies the n numbers of the best point so far. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_solution(const sbreg_solver *solver, double *x);
/** Copies the n numbers of the current point. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_iterate(const sbreg_solver *solver, double *x);
/** Copies the indices of the nonzeros of the best point, in ascending order.
 *  @param solver    the solver
 *  @param index     where to write; may be NULL when capacity is 0
 *  @param capacity  length of `index`; with 0 the call only returns `count`
 *  @param count     the number of nonzeros
 *  @return status; #SBREG_E_DIMENSION if capacity is positive but too small. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_support(const sbreg_solver *solver, int64_t *index, int64_t capacity,
                                                int64_t *count);
/** Copies one series of the history. The first number belongs to the start, and each further number to one iteration.
 *  The solver records the history if the option `history` is 1.
 *  @param solver    the solver
 *  @param series    "objective", "best_objective", "support_changed", "restarted" or "active_dsm"
 *  @param values    where to write; may be NULL when capacity is 0
 *  @param capacity  length of `values`; with 0 the call only returns `count`
 *  @param count     the length of the series
 *  @return status; #SBREG_E_DIMENSION if capacity is positive but too small. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_history(const sbreg_solver *solver, const char *series, double *values,
                                                int64_t capacity, int64_t *count);

/** @} */

/** @defgroup path Choosing the sparsity
 *  A path fits every sparsity of a range (options `first` and `last`). Each fit starts at the solutions of its
 *  neighbours. The path then chooses one fit by cross-validation (option `folds`) or by an information criterion
 * (option `criterion`). `first` is 1 unless you set it. Since 0.2.0 it may be 0; the fit at 0 has only the intercept
 * and the kept variables.
 *  @{ */

/** Creates a path from a solver. Every fit uses the solver's problem, options, dictionary, kernel, groups, bounds and
 * kept variables, but another sparsity. The path ignores the solver's s, start and monitor, and does not keep the
 * solver.
 *  @param out      the new handle, owned by the caller; NULL after a failure
 *  @param pattern  the solver; later changes to it do not change the path
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_create(sbreg_path **out, const sbreg_solver *pattern);
/** Sets the monitor of the path, by the rules of sbreg_solver_set_monitor(). @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_set_monitor(sbreg_path *path, sbreg_path_monitor_fn monitor, void *user,
                                              sbreg_free_fn user_free);
/** Makes all fits, or continues after a stop. The result `state` says whether all fits are made. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_run(sbreg_path *path);
/** Copies the fit with sparsity s to all observations: n numbers on the scale of the data. #SBREG_E_ARGUMENT if there
 * is no such fit. The result `chosen` is the s that the criterion and the rule choose. If nothing could be chosen,
 * `chosen` is 0, or -1 if the range begins at 0. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_get_coefficients(const sbreg_path *path, int64_t s, double *x);
/** Copies one number for each sparsity that has been fitted, in ascending order of the sparsities. A number that is not
 *  known, or not known yet, is NaN.
 *  @param path      the path
 *  @param series    one of these names:
 *                   - "sparsity", "objective", "support_size", "state", "iterations" of the fits to all observations;
 *                   - "intercept": 0 if the problem has none;
 *                   - "proved": 1 if it is proved that no fit is better;
 *                   - "separated" (since 0.2.0): 1 if f has no minimiser, as the solver's result of that name;
 *                   - "aic", "bic", "ebic", "gic", with the constants of R's logLik;
 *                   - "cv_mean": the mean over the folds of the mean deviance of the held-out observations (for least
 *                     squares the mean squared error);
 *                   - "cv_error": the standard error of "cv_mean";
 *                   - "cv_separated" (since 0.2.0): the number of folds whose fit has no minimiser
 *  @param values    where to write; may be NULL when capacity is 0
 *  @param capacity  length of `values`; with 0 the call only returns `count`
 *  @param count     the number of sparsities
 *  @return status; #SBREG_E_DIMENSION if capacity is positive but too small. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_get_series(const sbreg_path *path, const char *series, double *values,
                                             int64_t capacity, int64_t *count);

/** @} */

/** @defgroup keys Options and results by name
 *  Every object has options, which you can set and read, and results, which you can only read. sbreg_key_count() and
 *  sbreg_key_text() list them with type, default, bounds and a line of documentation. For an unknown name, a call
 * returns #SBREG_E_KEY, and the error text suggests the nearest name. For a value out of bounds, a call returns
 *  #SBREG_E_ARGUMENT, and the error text gives the bounds. A text result belongs to the object. It is valid until the
 *  object changes or is destroyed.
 *  @{ */

/** @name Setters
 *  @{ */
/** Sets an option by name. sbreg_key_text() lists the options of each object. Not while the object is running.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_set_int(sbreg_matrix *matrix, const char *name, int64_t value);
SBREG_API sbreg_status sbreg_matrix_set_real(sbreg_matrix *matrix, const char *name, double value);
SBREG_API sbreg_status sbreg_matrix_set_text(sbreg_matrix *matrix, const char *name, const char *value);
SBREG_API sbreg_status sbreg_problem_set_int(sbreg_problem *problem, const char *name, int64_t value);
SBREG_API sbreg_status sbreg_problem_set_real(sbreg_problem *problem, const char *name, double value);
SBREG_API sbreg_status sbreg_problem_set_text(sbreg_problem *problem, const char *name, const char *value);
SBREG_API sbreg_status sbreg_dsm_set_int(sbreg_dsm *dsm, const char *name, int64_t value);
SBREG_API sbreg_status sbreg_dsm_set_real(sbreg_dsm *dsm, const char *name, double value);
SBREG_API sbreg_status sbreg_dsm_set_text(sbreg_dsm *dsm, const char *name, const char *value);
SBREG_API sbreg_status sbreg_kernel_set_int(sbreg_kernel *kernel, const char *name, int64_t value);
SBREG_API sbreg_status sbreg_kernel_set_real(sbreg_kernel *kernel, const char *name, double value);
SBREG_API sbreg_status sbreg_kernel_set_text(sbreg_kernel *kernel, const char *name, const char *value);
SBREG_API sbreg_status sbreg_solver_set_int(sbreg_solver *solver, const char *name, int64_t value);
SBREG_API sbreg_status sbreg_solver_set_real(sbreg_solver *solver, const char *name, double value);
SBREG_API sbreg_status sbreg_solver_set_text(sbreg_solver *solver, const char *name, const char *value);
SBREG_API sbreg_status sbreg_path_set_int(sbreg_path *path, const char *name, int64_t value);
SBREG_API sbreg_status sbreg_path_set_real(sbreg_path *path, const char *name, double value);
SBREG_API sbreg_status sbreg_path_set_text(sbreg_path *path, const char *name, const char *value);
/** @} */

/** @name Getters
 *  @{ */
/** Reads an option or a result by name. A monitor may call it, too. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_get_int(const sbreg_matrix *matrix, const char *name, int64_t *value);
SBREG_API sbreg_status sbreg_matrix_get_real(const sbreg_matrix *matrix, const char *name, double *value);
SBREG_API sbreg_status sbreg_matrix_get_text(const sbreg_matrix *matrix, const char *name, const char **value);
SBREG_API sbreg_status sbreg_problem_get_int(const sbreg_problem *problem, const char *name, int64_t *value);
SBREG_API sbreg_status sbreg_problem_get_real(const sbreg_problem *problem, const char *name, double *value);
SBREG_API sbreg_status sbreg_problem_get_text(const sbreg_problem *problem, const char *name, const char **value);
SBREG_API sbreg_status sbreg_dsm_get_int(const sbreg_dsm *dsm, const char *name, int64_t *value);
SBREG_API sbreg_status sbreg_dsm_get_real(const sbreg_dsm *dsm, const char *name, double *value);
SBREG_API sbreg_status sbreg_dsm_get_text(const sbreg_dsm *dsm, const char *name, const char **value);
SBREG_API sbreg_status sbreg_kernel_get_int(const sbreg_kernel *kernel, const char *name, int64_t *value);
SBREG_API sbreg_status sbreg_kernel_get_real(const sbreg_kernel *kernel, const char *name, double *value);
SBREG_API sbreg_status sbreg_kernel_get_text(const sbreg_kernel *kernel, const char *name, const char **value);
SBREG_API sbreg_status sbreg_solver_get_int(const sbreg_solver *solver, const char *name, int64_t *value);
SBREG_API sbreg_status sbreg_solver_get_real(const sbreg_solver *solver, const char *name, double *value);
SBREG_API sbreg_status sbreg_solver_get_text(const sbreg_solver *solver, const char *name, const char **value);
SBREG_API sbreg_status sbreg_path_get_int(const sbreg_path *path, const char *name, int64_t *value);
SBREG_API sbreg_status sbreg_path_get_real(const sbreg_path *path, const char *name, double *value);
SBREG_API sbreg_status sbreg_path_get_text(const sbreg_path *path, const char *name, const char **value);
/** @} */

/** Counts the options and results of a kind of object.
 *  @param object  "matrix", "problem", "dsm", "kernel", "solver" or "path"
 *  @param count   the number of keys
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_key_count(const char *object, int64_t *count);
/** Describes one option or result.
 *  @param object  "matrix", "problem", "dsm", "kernel", "solver" or "path"
 *  @param i       0 .. count-1
 *  @param field   "name", "kind" ("option" or "result"), "type" ("int", "real" or "text"), "default", "minimum",
 *                 "maximum", "choices" (separated by spaces) or "doc". A field without meaning is empty. Bounds of an
 *                 int are digits; 9223372036854775807 (INT64_MAX) means no upper bound. Bounds of a real are texts that
 *                 strtod reads, such as "infinity"
 *  @param text    static text
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_key_text(const char *object, int64_t i, const char *field, const char **text);

/** @} */

/** @defgroup check Certificates
 *  These functions judge a point x and do not depend on how x was found. The functions on a problem count the problem's
 *  own groups if it has groups. The functions on a solver use the solver's s, groups, bounds and kept coordinates.
 *  @{ */

/** Measures how far x is from being D-stationary. The violation is the decrease, in units of f, that the model promises
 *  from x: -min over y of g'(y-x) + (y-x)'D(y-x)/2, with at most s nonzeros in y. It is zero exactly at stationary
 *  points.
 *  @param problem    the call freezes it
 *  @param dsm        the scaling matrix D
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_check_stationarity(const sbreg_problem *problem, const sbreg_dsm *dsm, int64_t s,
                                                const double *x, double *violation);

/** Measures how far x is from being stationary for a kernel. The violation is the decrease, in units of f, that the
 * model promises from x: -min over y of g'(y-x) + L D_h(y, x), with at most s nonzeros in y. It is zero exactly if g is
 *  zero on the support, no gain outside the support exceeds a gain on the support, and, when x has fewer than s
 * nonzeros, g is zero everywhere.
 *  @param problem    the call freezes it
 *  @param kernel     the kernel h
 *  @param L          positive
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_check_bregman(const sbreg_problem *problem, const sbreg_kernel *kernel, double L,
                                           int64_t s, const double *x, double *violation);
/** Finds the best exchange of one coordinate: the smallest f(x - x_i e_i + t e_j) over all i in the support, all j and
 * all t. If x has fewer than s nonzeros, finds the smallest f(x + t e_j) over all j and t instead. The result is exact
 * for least squares and quadratic problems. Other problems must be convex along coordinates; there the call minimises
 * over t for each pair.
 *  @param problem        the call freezes it
 *  @param s              largest number of nonzeros, 0..n
 *  @param x              n numbers with at most s nonzeros
 *  @param best_decrease  f(x) minus that value; up to rounding, 0 exactly if x is a coordinatewise minimum
 *  @param leaves         i; -1 if no coordinate leaves or nothing is gained; may be NULL
 *  @param enters         j; equals i if that coordinate is only refitted; -1 if nothing is gained; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_check_coordinatewise(const sbreg_problem *problem, int64_t s, const double *x,
                                                  double *best_decrease, int64_t *leaves, int64_t *enters);

/** Does the same as sbreg_check_stationarity(), but with the s, the groups, the bounds and the kept coordinates of a
 *  solver. The call minimises the model over the points that the solver may visit. x must be one of them.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_check_stationarity(const sbreg_solver *solver, const sbreg_dsm *dsm,
                                                       const double *x, double *violation);
/** Does the same as sbreg_check_bregman(), but with the s, the groups, the bounds and the kept coordinates of a solver.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_check_bregman(const sbreg_solver *solver, const sbreg_kernel *kernel, double L,
                                                  const double *x, double *violation);
/** Does the same as sbreg_check_coordinatewise(), but with the s, the groups, the bounds and the kept coordinates of a
 *  solver. One group leaves, and another one enters and is refitted within its bounds. Or one kept coordinate is
 * refitted alone; it is then both `leaves` and `enters`. The name of a group is its lowest coordinate that is not kept.
 *  #SBREG_E_UNSUPPORTED if a group has several coordinates and f has no Hessian. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_check_coordinatewise(const sbreg_solver *solver, const double *x,
                                                         double *best_decrease, int64_t *leaves, int64_t *enters);

/** Computes the violation of sbreg_check_stationarity() and the point y at which the model promises this decrease. The
 *  difference between y and x shows where x can be improved: coordinates enter, leave, or change their value. y has at
 *  most s nonzeros. If D lies above the Hessian of f, as a matrix made for the problem does, then
 *  f(y) <= f(x) - violation, up to rounding. If the violation is 0, y equals x to the last bit. y also equals x if the
 *  violation is so small that the step is lost in the rounding of x.
 *  @param problem    the call freezes it
 *  @param dsm        the scaling matrix D
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease, the same number as in sbreg_check_stationarity(); may be NULL
 *  @param y          n numbers, on the scale of x; may be the array x itself. A call that fails does not change y
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_witness_stationarity(const sbreg_problem *problem, const sbreg_dsm *dsm, int64_t s,
                                                  const double *x, double *violation, double *y);
/** Computes the violation of sbreg_check_bregman() and the point y at which the model promises this decrease. If
 *  L h - f is convex, then f(y) <= f(x) - violation.
 *  @param problem    the call freezes it
 *  @param kernel     the kernel h
 *  @param L          positive
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease, the same number as in sbreg_check_bregman(); may be NULL
 *  @param y          n numbers; may be the array x itself. A call that fails does not change y
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_witness_bregman(const sbreg_problem *problem, const sbreg_kernel *kernel, double L,
                                             int64_t s, const double *x, double *violation, double *y);
/** Does the same as sbreg_witness_stationarity(), but with the s, the groups, the bounds and the kept coordinates of a
 *  solver. y satisfies all of these constraints. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_witness_stationarity(const sbreg_solver *solver, const sbreg_dsm *dsm,
                                                         const double *x, double *violation, double *y);
/** Does the same as sbreg_witness_bregman(), but with the s, the groups, the bounds and the kept coordinates of a
 * solver. y satisfies all of these constraints. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_witness_bregman(const sbreg_solver *solver, const sbreg_kernel *kernel, double L,
                                                    const double *x, double *violation, double *y);

/** @} */

/** @defgroup lifetime Lifetimes
 *  @{ */

/** @name Destroy
 *  @{ */
/** Gives up one reference. The object dies when its last reference is given up. The argument may be NULL. Any order,
 * any thread. @since 0.1.0 */
SBREG_API void sbreg_matrix_destroy(sbreg_matrix *matrix);
SBREG_API void sbreg_problem_destroy(sbreg_problem *problem);
SBREG_API void sbreg_dsm_destroy(sbreg_dsm *dsm);
SBREG_API void sbreg_kernel_destroy(sbreg_kernel *kernel);
SBREG_API void sbreg_solver_destroy(sbreg_solver *solver);
SBREG_API void sbreg_path_destroy(sbreg_path *path);
/** @} */

/** @name Retain
 *  @{ */
/** Adds a reference, which you give up by one more call of destroy. This is for languages that copy handles.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_retain(sbreg_matrix *matrix);
SBREG_API sbreg_status sbreg_problem_retain(sbreg_problem *problem);
SBREG_API sbreg_status sbreg_dsm_retain(sbreg_dsm *dsm);
SBREG_API sbreg_status sbreg_kernel_retain(sbreg_kernel *kernel);
SBREG_API sbreg_status sbreg_solver_retain(sbreg_solver *solver);
SBREG_API sbreg_status sbreg_path_retain(sbreg_path *path);
/** @} */

/** @} */

#ifdef __cplusplus
}
#endif

#endif /* SPARSEBREGMAN_H */
