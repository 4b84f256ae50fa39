/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors */
/**
 * @file sparsebregman.h
 * @brief The C interface of libsparsebregman, the only installed header.
 *
 * The library minimises a smooth f(x) over vectors with at most s nonzeros,
 *
 *     minimise f(x)   subject to   ||x||_0 <= s,
 *
 * by the separable Bregman framework of Aktas and Pinar. Start with sbreg_solve_least_squares(); the objects
 * behind it (matrix, problem, dsm, solver) give control over every ingredient.
 *
 * Conventions that hold for every function:
 * - Sizes and indices are `int64_t`, indices start at 0, matrices are real and in double precision.
 * - A function that can fail returns #sbreg_status: #SBREG_OK or a negative code. sbreg_last_error() then holds a
 *   sentence that names the argument and the value. A call refused by validation changes nothing, and a failed
 *   `create` leaves NULL in `*out`.
 * - Memory: input arrays are copied unless #SBREG_BORROW is passed. Objects keep what they use alive (they are
 *   reference counted), so they may be destroyed in any order.
 * - Threads: a matrix, a problem in use and a finished dsm may be shared by any number of threads. A solver, and a
 *   dsm that is being run, belong to one thread at a time. Error texts are per thread.
 * - Calling back into the same handle from a callback answers #SBREG_E_STATE, except for the `get` functions.
 * - The library never prints, exits, raises a signal, reads the environment or the locale, or changes a setting of
 *   the process or of the BLAS.
 */
#ifndef SPARSEBREGMAN_H
#define SPARSEBREGMAN_H

#include <stdint.h>

/** @name Version
 *  The version of this header; the build system, the documentation and the bindings read it from here.
 *  @since 0.1.0 @{ */
#define SBREG_VERSION_MAJOR 0 /**< raised when the ABI breaks after 1.0 */
#define SBREG_VERSION_MINOR 2 /**< raised when something is added */
#define SBREG_VERSION_PATCH 0 /**< raised when something is repaired */
/** major*10000 + minor*100 + patch, comparable with sbreg_version(). */
#define SBREG_VERSION (SBREG_VERSION_MAJOR * 10000 + SBREG_VERSION_MINOR * 100 + SBREG_VERSION_PATCH)
/** @} */

/** Marks what the shared library exports. Who compiles the library into something else may define SBREG_HIDDEN. */
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

/** Outcome of a call: #SBREG_OK or one of the negative `SBREG_E_` codes. @since 0.1.0 */
typedef int32_t sbreg_status;

/** Status codes. The numbers are pinned: none changes or is used again. @since 0.1.0 */
enum {
  SBREG_OK = 0,             /**< the call did what it says */
  SBREG_E_ARGUMENT = -1,    /**< an argument is NULL or outside its bounds */
  SBREG_E_DIMENSION = -2,   /**< a size is negative, does not fit another one, or overflows */
  SBREG_E_NOT_FINITE = -3,  /**< input data contain a NaN or an infinity */
  SBREG_E_KEY = -4,         /**< no option, result, model or series of that name and type; the text helps */
  SBREG_E_STATE = -5,       /**< not now: the object is frozen, running, or not ready */
  SBREG_E_UNSUPPORTED = -6, /**< this combination has no meaning or no implementation; the text says the way out */
  SBREG_E_MEMORY = -10,     /**< an allocation failed; nothing was lost */
  SBREG_E_NUMERIC = -20,    /**< a NaN, an overflow or an indefinite matrix arose inside */
  SBREG_E_CALLBACK = -30,   /**< a callback reported failure */
  SBREG_E_IO = -40,         /**< a file could not be read or written; reserved, since no function has files yet */
  SBREG_E_INTERNAL = -99    /**< a defect of the library; please report it */
};

/** State of an algorithm, not of a call: why it stopped, or that it may go on. The numbers are pinned. @since 0.1.0 */
enum {
  SBREG_RUNNING = 0,        /**< may be stepped further */
  SBREG_TARGET_REACHED = 1, /**< the residual or gap that was asked for is reached */
  SBREG_STATIONARY = 2,     /**< stationary for every scaling matrix of the dictionary, to rounding, or `proved` best */
  SBREG_STALLED = 3,        /**< the method gave up: no progress over its window */
  SBREG_ITERATION_LIMIT = 4, /**< `max_iterations` used up; raising it resumes */
  SBREG_TIME_LIMIT = 5,      /**< `time_limit` used up; raising it resumes */
  SBREG_STOPPED = 6,         /**< a monitor or an interrupt asked to stop; the next call resumes */
  SBREG_SEARCHED = 7,        /**< the search did its work, without a proof; raising `effort` resumes. @since 0.2.0 */
  SBREG_UNBOUNDED = 8,       /**< f falls without end along a ray of feasible points. @since 0.2.0 */
  SBREG_INCONSISTENT = 9     /**< f does not fall where its gradient says so: call sbreg_problem_check_gradient() and
                                  sbreg_matrix_check_adjoint(). @since 0.2.0 */
};

/** Storage order of a dense matrix. @since 0.1.0 */
enum {
  SBREG_COL_MAJOR = 0, /**< columns are contiguous (Fortran, Julia, R, MATLAB) */
  SBREG_ROW_MAJOR = 1  /**< rows are contiguous (C, NumPy) */
};

/** What happens to the caller's array. @since 0.1.0 */
enum {
  SBREG_COPY = 0,  /**< copied; the caller may free it at once */
  SBREG_BORROW = 1 /**< used in place (few numbers perhaps copied); to stay unchanged until `user_free` is called */
};

/** A linear map A, m x n. Immutable; threads may share it. @since 0.1.0 */
typedef struct sbreg_matrix sbreg_matrix;
/** An objective f. Frozen at its first use by a dsm, a solver or a check; then threads may share it. @since 0.1.0 */
typedef struct sbreg_problem sbreg_problem;
/** A diagonal scaling matrix D = Diag(w) with Diag(w) >= C >= Hessian of f, and its certificate. @since 0.1.0 */
typedef struct sbreg_dsm sbreg_dsm;
/** A separable Bregman kernel h. Fixed once a solver uses it; then threads may share it. @since 0.1.0 */
typedef struct sbreg_kernel sbreg_kernel;
/** The state of one run. One thread at a time; keeps the problem alive. @since 0.1.0 */
typedef struct sbreg_solver sbreg_solver;
/** Fits for a range of sparsities and the choice among them. One thread at a time. @since 0.1.0 */
typedef struct sbreg_path sbreg_path;

/** Releases what a callback's `user` pointer stands for. Runs once, when the object dies, never after a failed
 *  create; only on a thread that is inside a call of the caller's. @since 0.1.0 */
typedef void (*sbreg_free_fn)(void *user);
/** Y <- A X, or A' X, for k vectors at once: X and Y hold them one after the other. A has `rows` rows and `cols`
 * columns in both cases. Return 0, anything else ends the call with #SBREG_E_CALLBACK. Runs only on a thread that is
 * inside a call of the caller's, and one at a time, unless the matrix's option `callbacks_thread_safe` is 1: then
 * several threads may call at once, and a path with `threads` above 1 calls from threads of its own. It must not use
 * the matrix or an object built on it. @since 0.1.0 */
typedef int (*sbreg_apply_fn)(int64_t rows, int64_t cols, int64_t k, const double *X, double *Y, void *user);
/** *f <- f(x) and, unless g is NULL, g <- its gradient at x; x and g have n numbers. Return 0, anything else ends the
 * call with #SBREG_E_CALLBACK. f = +infinity says that x lies outside the domain of f: g is then ignored, and a run
 * takes a shorter step. A NaN, -infinity, an infinite entry of g, or +infinity at the start of a run ends the call with
 * #SBREG_E_NUMERIC. Threads as for
 * #sbreg_apply_fn, by the problem's option `callbacks_thread_safe`; it must not use the problem or a solver on it.
 * @since 0.1.0 */
typedef int (*sbreg_objective_fn)(int64_t n, const double *x, double *f, double *g, void *user);
/** H (k x k by columns, both triangles) <- second derivatives of f at x by the k variables in `support`, ascending. As
 *  #sbreg_objective_fn otherwise. @since 0.1.0 */
typedef int (*sbreg_hessian_fn)(int64_t n, const double *x, int64_t k, const int64_t *support, double *H, void *user);
/** CX <- C X for a fixed symmetric matrix C that lies above the Hessian of f everywhere; X and CX hold k vectors of n
 *  numbers one after the other. As #sbreg_objective_fn otherwise. @since 0.1.0 */
typedef int (*sbreg_curvature_fn)(int64_t n, int64_t k, const double *X, double *CX, void *user);
/** *out <- a function of coordinate i of a kernel at t. Return 0, anything else ends the call with #SBREG_E_CALLBACK.
 * One call at a time, on a thread that is inside a call of the caller's. @since 0.1.0 */
typedef int (*sbreg_scalar_fn)(int64_t i, double t, double *out, void *user);
/** Called after every iteration, and between iterations while scaling matrices are computed; a nonzero return stops the
 *  run with state #SBREG_STOPPED and the call returns #SBREG_OK. The `get` functions may be used inside. @since 0.1.0
 */
typedef int (*sbreg_monitor_fn)(const sbreg_solver *solver, void *user);
/** The same for a scaling matrix: called after every iteration, nonzero stops the run. @since 0.1.0 */
typedef int (*sbreg_dsm_monitor_fn)(const sbreg_dsm *dsm, void *user);
/** The same for a path: called after every fit and from time to time during one, always on the thread that runs the
 *  path; nonzero stops the run. @since 0.1.0 */
typedef int (*sbreg_path_monitor_fn)(const sbreg_path *path, void *user);

/** @} */

/** @defgroup library Library
 *  @{ */

/** Version of the library in use, comparable with #SBREG_VERSION. Any thread. @since 0.1.0 */
SBREG_API int32_t sbreg_version(void);
/** Version of the library in use, as text such as "0.1.0"; static. Any thread. @since 0.1.0 */
SBREG_API const char *sbreg_version_string(void);
/** What a status code means, in a few words; static, never NULL. Any thread. @since 0.1.0 */
SBREG_API const char *sbreg_status_text(sbreg_status status);
/** What an algorithm's state means, in a few words; static, never NULL. Any thread. @since 0.1.0 */
SBREG_API const char *sbreg_state_text(int32_t state);
/** The detail of this thread's last failed call: a sentence that names the argument and the value. Owned by the
 *  library, valid until this thread's next failing call; destroying an object never clears it. @since 0.1.0 */
SBREG_API const char *sbreg_last_error(void);
/** Copies sbreg_last_error() into a buffer, cut to fit and always terminated.
 *  @param buffer    where to write; may be NULL when capacity is 0
 *  @param capacity  its size in bytes, terminator included
 *  @return the length of the whole text without the terminator. Any thread. @since 0.1.0 */
SBREG_API int64_t sbreg_last_error_copy(char *buffer, int64_t capacity);

/** @} */

/** @defgroup simple Simple interface
 *  @{ */

/** Minimises ||Ax - b||^2 / 2 over vectors with at most s nonzeros, by the method `auto` with default options.
 *  @param m,n        rows and columns of A
 *  @param A          dense matrix, not kept
 *  @param ld         distance between columns (>= m) or rows (>= n)
 *  @param order      #SBREG_COL_MAJOR or #SBREG_ROW_MAJOR
 *  @param b          right-hand side, m numbers, not kept
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
 *  @param user_free  called once when the matrix no longer needs A (at its death; with #SBREG_COPY before the call
 *                    returns), never after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_create_dense(sbreg_matrix **out, int64_t m, int64_t n, const double *A, int64_t ld,
                                                 int32_t order, int32_t ownership, void *user, sbreg_free_fn user_free);
/** Creates a sparse matrix from compressed columns. It is never made dense: a product with s nonzeros in x reads s
 *  columns, a product with A' every entry once.
 *  @param out          the new handle, owned by the caller; NULL after a failure
 *  @param m,n          rows and columns, at least 1
 *  @param col_start    n+1 indices: column j holds the entries col_start[j] .. col_start[j+1]-1
 *  @param row_index    the row of each entry; within a column ascending, none twice. Unsorted or repeated rows are
 *                      refused with #SBREG_E_ARGUMENT, as are rows out of range and starts that decrease
 *  @param index_bytes  width of the indices, 4 or 8
 *  @param index_base   0 or 1: what the first entry and the first row are called in both index arrays
 *  @param values       the numbers, all finite; zeros are allowed
 *  @param ownership    #SBREG_COPY or #SBREG_BORROW, for all three arrays
 *  @param user         passed to user_free; may be NULL
 *  @param user_free    as in sbreg_matrix_create_dense()
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_create_csc(sbreg_matrix **out, int64_t m, int64_t n, const void *col_start,
                                               const void *row_index, int32_t index_bytes, int32_t index_base,
                                               const double *values, int32_t ownership, void *user,
                                               sbreg_free_fn user_free);
/** Creates a matrix that is known only by its products. Nothing of size m x n is ever made of it.
 *  @param out              the new handle, owned by the caller; NULL after a failure
 *  @param m,n              rows and columns, at least 1
 *  @param apply            computes A X
 *  @param apply_transpose  computes A' X; sbreg_matrix_check_adjoint() tells whether it does
 *  @param user             passed to both; may be NULL
 *  @param user_free        called once with `user` when the matrix dies, never after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_create_operator(sbreg_matrix **out, int64_t m, int64_t n, sbreg_apply_fn apply,
                                                    sbreg_apply_fn apply_transpose, void *user,
                                                    sbreg_free_fn user_free);
/** Compares <Ax, y> with <x, A'y> on random vectors, and products of several vectors at once with the same one by one.
 *  @param A            the matrix; unchanged
 *  @param seed         of the random vectors
 *  @param discrepancy  the largest relative difference: about 1e-16 when A' is the adjoint of A, near 1 when it is
 *                      something else
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_matrix_check_adjoint(const sbreg_matrix *A, int64_t seed, double *discrepancy);

/** @} */

/** @defgroup problem Problems
 *  @{ */

/** Creates f(x) = ||Ax - b||^2 / 2 from arrays, which are copied.
 *  @param out    the new handle, owned by the caller; NULL after a failure
 *  @param m,n    rows and columns of A
 *  @param A      dense matrix, all finite
 *  @param ld     distance between columns (>= m) or rows (>= n)
 *  @param order  #SBREG_COL_MAJOR or #SBREG_ROW_MAJOR
 *  @param b      right-hand side, m finite numbers
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_least_squares(sbreg_problem **out, int64_t m, int64_t n, const double *A,
                                                          int64_t ld, int32_t order, const double *b);
/** Creates f(x) = ||Ax - b||^2 / 2 for complex A, b and x, from arrays of real and imaginary parts in turn, which are
 *  copied. The problem has 2n real variables, x_0's real part, x_0's imaginary part, x_1's real part and so on, so that
 *  an array of complex numbers serves as x, and n groups of two: s counts complex nonzeros. What the gradient, the
 *  scaling matrices and the bounds speak of is the 2n real variables.
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
/** Creates f(x) = loss(Ax; b) on a shared matrix; what depends on A alone is computed once for all its problems.
 *  @param out   the new handle, owned by the caller; NULL after a failure
 *  @param A     kept alive by the problem
 *  @param loss  a function of the margins t = Ax (w: observation weights, see sbreg_problem_set_weights()):
 *               - "least_squares": sum of w (t - b)^2 / 2
 *               - "logistic": sum of w (log(1 + exp t) - b t), labels b all 0 or 1, or all -1 or 1 (-1 stands for 0)
 *               - "logsumexp": log of the sum of w exp(t - b)
 *               - "huber": sum of w r^2/2 for |r| <= d, else w d (|r| - d/2), with r = t - b and d the option
 *                 `huber_delta`
 *               - "quartic": sum of w (t - b)^4 / 4
 *               - "poisson": sum of w (exp t - b t), counts b >= 0
 *
 *               "quartic" and "poisson" have no bound on their second derivatives: no scaling matrix can be computed
 *               for them, and methods without a line search answer #SBREG_E_UNSUPPORTED unless they are given weights
 *               or, for `bpg`, a kernel
 *  @param b     observations, one per row of A, copied; #SBREG_E_ARGUMENT when they are outside the loss's domain
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_linear(sbreg_problem **out, const sbreg_matrix *A, const char *loss,
                                                   const double *b);
/** Creates f(x) = x'Qx / 2 - q'x.
 *  @param out  the new handle, owned by the caller; NULL after a failure
 *  @param n    number of variables
 *  @param Q    symmetric, by columns; only the lower triangle is read; copied
 *  @param ldq  distance between columns, >= n
 *  @param q    n numbers, copied
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_quadratic(sbreg_problem **out, int64_t n, const double *Q, int64_t ldq,
                                                      const double *q);
/** Creates an objective from the caller's own functions.
 *  @param out                 the new handle, owned by the caller; NULL after a failure
 *  @param n                   number of variables
 *  @param value_gradient      f and its gradient; sbreg_problem_check_gradient() compares the two
 *  @param hessian_on_support  second derivatives on a support; NULL when there are none, then Newton steps are not
 *                             possible and the method `auto` does without them
 *  @param bound_times_block   a bound on the Hessian; NULL when there is none, then scaling matrices cannot be computed
 *                             (#SBREG_E_UNSUPPORTED) but own weights work, and line searches find a scale by themselves
 *  @param user                passed to all of them; may be NULL
 *  @param user_free           called once with `user` when the problem dies, never after a failure; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_create_custom(sbreg_problem **out, int64_t n, sbreg_objective_fn value_gradient,
                                                   sbreg_hessian_fn hessian_on_support,
                                                   sbreg_curvature_fn bound_times_block, void *user,
                                                   sbreg_free_fn user_free);
/** Sets nonnegative weights of the observations, copied: each row's loss is multiplied by its weight (for
 *  "logsumexp" its term of the sum, so that a weight always counts how often a row is there). Before the first use of
 *  the problem only. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_set_weights(sbreg_problem *problem, const double *observation_weights);
/** Computes f(x) at any x of n numbers; freezes nothing. +infinity, with #SBREG_OK, where x lies outside the domain of
 * a caller's own f. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_value(const sbreg_problem *problem, const double *x, double *f);
/** Computes the gradient of f at any x; both have n numbers. #SBREG_E_NUMERIC where a caller's own f is +infinity, for
 * it has no gradient there. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_gradient(const sbreg_problem *problem, const double *x, double *g);
/** Computes the intercept that belongs to x, with the option `intercept`: the number c that minimises the loss of
 *  Ax + c 1. It is 0 where the problem has none. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_intercept(const sbreg_problem *problem, const double *x, double *intercept);
/** Compares the gradient at x with central differences of f, in 2n evaluations of f; freezes nothing.
 *  @param problem      any problem
 *  @param x            n numbers
 *  @param step         distance of the two points of a difference from x, relative to max(|x_i|, 1); 0 takes 6e-6
 *  @param discrepancy  the largest difference, relative to the largest entry of the gradient: about 1e-9 when the
 *                      gradient is right
 *  @param where        the index of that entry; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_problem_check_gradient(const sbreg_problem *problem, const double *x, double step,
                                                    double *discrepancy, int64_t *where);

/** @} */

/** @defgroup dsm Diagonal scaling matrices
 *  @{ */

/** Creates the computation of a diagonal scaling matrix for a problem, which it freezes and keeps alive. With C the
 *  problem's bound on its Hessian:
 *
 *  - "lipschitz": the smallest multiple of the identity above C;
 *  - "linear": D_L, the least sum of w (or of c_j w_j, sbreg_dsm_set_cost()) with Diag(w) >= C;
 *  - "quadratic": D_Q, the least sum of squares.
 *
 *  From this call on the weights satisfy Diag(w) >= C, whenever they are read; iterating brings them down to within
 *  `gap_tolerance` of the optimum. Columns with C_jj = 0 have weight 0 ("linear", "quadratic") and never enter a
 *  support.
 *  @param out      the new handle, owned by the caller; NULL after a failure
 *  @param problem  must have a curvature bound C; #SBREG_E_NUMERIC when C is indefinite
 *  @param model    "lipschitz", "linear" or "quadratic"
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_create(sbreg_dsm **out, const sbreg_problem *problem, const char *model);
/** Wraps the caller's own weights, copied; zero is allowed and means a column that never enters a support. Nothing is
 *  proved about them: `certificate` is "none". Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_create_weights(sbreg_dsm **out, int64_t n, const double *w);
/** Sets the costs of the linear model, n positive numbers, copied; they are 1 otherwise. Before the first iteration
 *  only; #SBREG_E_UNSUPPORTED for the other models. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_set_cost(sbreg_dsm *dsm, const double *c);
/** Starts from the solution of an earlier computation with as many columns, which is read and not kept. Before the
 *  first iteration only; "linear" and "quadratic" models. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_set_start(sbreg_dsm *dsm, const sbreg_dsm *previous);
/** Sets the function that watches the run and may stop it, at any time outside a run; NULL removes it. It replaces the
 *  previous one, whose user_free is called.
 *  @param dsm        the computation
 *  @param monitor    called after every iteration
 *  @param user       passed to it
 *  @param user_free  called once when `user` is no longer needed; may be NULL
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_set_monitor(sbreg_dsm *dsm, sbreg_dsm_monitor_fn monitor, void *user,
                                             sbreg_free_fn user_free);
/** Does up to `count` iterations. In a terminal state it does nothing. Weights and gap are those of the last
 *  certificate; `residual` tells how close the next one would be. One thread at a time. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_step(sbreg_dsm *dsm, int64_t count);
/** Iterates to a terminal state. Stopped by the time limit or by the monitor, it certifies the weights it has. One
 *  thread at a time. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_run(sbreg_dsm *dsm);
/** Copies the weights, n numbers, into the caller's array. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_get_weights(const sbreg_dsm *dsm, double *w);
/** Copies the weights as the paper extracts them from the current dual solution, n numbers: for comparison only, they
 *  do not satisfy Diag(w) >= C before convergence. "linear" and "quadratic" models, after the first iteration.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_get_extracted_weights(const sbreg_dsm *dsm, double *w);
/** Computes the smallest eigenvalue of Diag(w) - C, by a computation that shares nothing with how w was found.
 *  @param dsm         any weights
 *  @param problem     any problem of the same dimension with a curvature bound C; frozen by this use
 *  @param lambda_min  negative where Diag(w) >= C fails, to rounding. Beyond min(m, n) = 4096 it is a Lanczos estimate
 *                     from above
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_dsm_margin(const sbreg_dsm *dsm, const sbreg_problem *problem, double *lambda_min);

/** @} */

/** @defgroup kernel Kernels
 *  A kernel h(x) = sum of h_i(x_i) measures the distance D_h(y, x) = h(y) - h(x) - h'(x)(y - x). The method `bpg`
 *  minimises f where L h - f is convex, which a bound on the Hessian is not needed for.
 *  @{ */

/** Creates a kernel for n variables.
 *  @param out   the new handle, owned by the caller; NULL after a failure
 *  @param n     number of variables
 *  @param name  "quadratic": b w_i x^2/2;  "quartic": a x^4/4 + b w_i x^2/2;  "power": |x|^p/p + b w_i x^2/2. The
 * options `quadratic_coefficient` (b), `quartic_coefficient` (a) and `exponent` (p) set the parameters,
 *               sbreg_kernel_set_weights() the weights w. Kernels that cannot have zeros, such as "burg" and "shannon",
 *               answer #SBREG_E_UNSUPPORTED with the reason
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_kernel_create(sbreg_kernel **out, int64_t n, const char *name);
/** Creates a kernel from the caller's functions, which are tried at a few points: h and h' must be finite at 0, and h
 *  must grow faster than linearly on both sides (#SBREG_E_UNSUPPORTED otherwise).
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
/** Sets the weights of the quadratic part, n nonnegative numbers, copied; 1 before that. In the kernel "quadratic" a
 * zero means a coordinate that never enters a support. Not after a solver has taken the kernel. @since 0.1.0 */
SBREG_API sbreg_status sbreg_kernel_set_weights(sbreg_kernel *kernel, const double *w);

/** @} */

/** @defgroup solver Solvers
 *  @{ */

/** Creates a solver with the method `auto`, starting at zero.
 *  @param out      the new handle, owned by the caller; NULL after a failure
 *  @param problem  frozen and kept alive
 *  @param s        largest number of nonzeros, 0..n; of groups, where the problem has them
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_create(sbreg_solver **out, const sbreg_problem *problem, int64_t s);
/** Appends a scaling matrix to the dictionary; they are used in this order. The weights are taken at this moment, the
 *  dsm is not kept. Before the first step only. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_add_dsm(sbreg_solver *solver, const sbreg_dsm *dsm);
/** Sets the kernel of the method `bpg`, which is kept alive and must not change from here on; without one `bpg` works
 * with a scaling matrix, as `iwht`. The option `relative_smoothness` gives L, or lets it be found. Before the first
 * step only. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_kernel(sbreg_solver *solver, const sbreg_kernel *kernel);
/** Lets s count groups instead of coordinates: coordinates with equal numbers form a group, which is zero as a whole or
 *  not. Replaces the groups that the problem brought along. Before the first step only.
 *  @param solver  the solver
 *  @param group   n numbers of any value, copied
 *  @return status; #SBREG_E_ARGUMENT when there are fewer groups than s, or a start that was set has too many.
 *  @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_groups(sbreg_solver *solver, const int64_t *group);
/** Asks for lower <= x <= upper, with lower <= 0 <= upper everywhere so that each coordinate may be zero. Infinities
 * are allowed and mean no bound. Every point of the run keeps the bounds, and Newton steps refit within them. Before
 * the first step only.
 *  @param solver  the solver
 *  @param lower   n numbers, none positive, copied; NULL for no lower bounds
 *  @param upper   n numbers, none negative, copied; NULL for no upper bounds
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_bounds(sbreg_solver *solver, const double *lower, const double *upper);
/** Names coordinates that may always be nonzero and are not counted in s; they leave their groups. Replaces those named
 *  before. Before the first step only.
 *  @param solver  the solver
 *  @param kept    `count` different coordinates, copied; may be NULL when count is 0
 *  @param count   how many; 0 for none
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_kept(sbreg_solver *solver, const int64_t *kept, int64_t count);
/** Sets the start, n numbers with at most s nonzeros (of the solver's groups, without the kept coordinates) and within
 *  the solver's bounds, copied; #SBREG_E_NUMERIC where f overflows there. Before the first step only. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_start(sbreg_solver *solver, const double *x0);
/** Sets the function that watches the run and may stop it, at any time outside a run; NULL removes it. It replaces the
 *  previous one, whose user_free is called.
 *  @param solver     the solver
 *  @param monitor    called after every iteration, see #sbreg_monitor_fn
 *  @param user       passed to it
 *  @param user_free  called once when `user` is no longer needed; may be NULL
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_set_monitor(sbreg_solver *solver, sbreg_monitor_fn monitor, void *user,
                                                sbreg_free_fn user_free);
/** Does up to `count` iterations, fewer when a terminal state is reached; in one it does nothing. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_step(sbreg_solver *solver, int64_t count);
/** Iterates to a terminal state; `state` says which. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_run(sbreg_solver *solver);
/** Copies the best point so far, n numbers. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_solution(const sbreg_solver *solver, double *x);
/** Copies the current point, n numbers. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_iterate(const sbreg_solver *solver, double *x);
/** Copies the indices of the nonzeros of the best point, ascending.
 *  @param solver    the solver
 *  @param index     where to write; may be NULL when capacity is 0
 *  @param capacity  room in index; 0 only asks for the size
 *  @param count     the number of nonzeros
 *  @return status; #SBREG_E_DIMENSION when capacity is positive but too small. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_support(const sbreg_solver *solver, int64_t *index, int64_t capacity,
                                                int64_t *count);
/** Copies one series of the history, one number per iteration and the start first, recorded when the option `history`
 *  is 1.
 *  @param solver    the solver
 *  @param series    "objective", "best_objective", "support_changed", "restarted" or "active_dsm"
 *  @param values    where to write; may be NULL when capacity is 0
 *  @param capacity  room in values; 0 only asks for the size
 *  @param count     the length of the series
 *  @return status; #SBREG_E_DIMENSION when capacity is positive but too small. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_get_history(const sbreg_solver *solver, const char *series, double *values,
                                                int64_t capacity, int64_t *count);

/** @} */

/** @defgroup path Choosing the sparsity
 *  A path fits every sparsity of a range (options `first` and `last`), each fit starting at its neighbours' solutions,
 *  and chooses one by cross-validation (option `folds`) or an information criterion (option `criterion`). Since 0.2.0
 *  `first` may be 0, the fit of the intercept and the kept variables alone; it is 1 unless it is set.
 *  @{ */

/** Creates a path whose fits are made as a solver would make them: with its problem, options, dictionary, kernel,
 *  groups, bounds and kept variables, at other sparsities. The solver is not kept; its s, its start and its monitor
 * play no part.
 *  @param out      the new handle, owned by the caller; NULL after a failure
 *  @param pattern  the solver; later changes to it do not matter
 *  @return status. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_create(sbreg_path **out, const sbreg_solver *pattern);
/** Sets the function that watches the run and may stop it; as sbreg_solver_set_monitor(). @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_set_monitor(sbreg_path *path, sbreg_path_monitor_fn monitor, void *user,
                                              sbreg_free_fn user_free);
/** Makes all fits, or goes on after a stop; `state` says whether it came to the end. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_run(sbreg_path *path);
/** Copies the fit to all observations with sparsity s, n numbers on the scale of the data; #SBREG_E_ARGUMENT where
 * there is none. The result `chosen` names the s that criterion and rule choose; where nothing could be chosen it is
 * 0, or -1 if the range begins at 0. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_get_coefficients(const sbreg_path *path, int64_t s, double *x);
/** Copies one number for each sparsity that has been fitted, ascending.
 *  @param path      the path
 *  @param series    "sparsity", "objective", "support_size", "intercept" (0 where the problem has none), "state",
 *                   "iterations", "proved" (1 where it is proved that no fit is better) and, since 0.2.0, "separated"
 * (1 where f has no minimiser, as the solver's result of that name) of the fits to all observations; "aic", "bic",
 * "ebic", "gic", with the constants of R's logLik; "cv_mean" and "cv_error", the mean over the folds of the mean
 * deviance of the held-out observations (for least squares the mean squared error) and its standard error; since 0.2.0
 * "cv_separated", the number of folds whose fit has no minimiser. What is not known, or not yet, is NaN
 *  @param values    where to write; may be NULL when capacity is 0
 *  @param capacity  room in values; 0 only asks for the size
 *  @param count     the number of sparsities
 *  @return status; #SBREG_E_DIMENSION when capacity is positive but too small. @since 0.1.0 */
SBREG_API sbreg_status sbreg_path_get_series(const sbreg_path *path, const char *series, double *values,
                                             int64_t capacity, int64_t *count);

/** @} */

/** @defgroup keys Options and results by name
 *  Every object has options (set and read) and results (read only). sbreg_key_count() and sbreg_key_text() list them
 *  with type, default, bounds and a line of documentation. An unknown name answers #SBREG_E_KEY and suggests the
 *  nearest, a value out of bounds #SBREG_E_ARGUMENT with the bounds. A text result belongs to the object and is valid
 *  until the object is changed or destroyed.
 *  @{ */

/** @name Setters
 *  @{ */
/** Sets an option by name; which ones an object has is in the table. Not while the object is running. @since 0.1.0 */
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
/** Reads an option or a result by name; also from inside a monitor. @since 0.1.0 */
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
 *                 "maximum", "choices" (separated by spaces) or "doc"; empty where a field has no meaning. Bounds of
 *                 an int are digits, 9223372036854775807 (INT64_MAX) where there is no other; those of a real are what
 *                 strtod reads, "infinity" included
 *  @param text    static text
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_key_text(const char *object, int64_t i, const char *field, const char **text);

/** @} */

/** @defgroup check Certificates
 *  Independent of how x was found. Those on a problem count its own groups where it has them; those on a solver take
 *  everything that the solver was told.
 *  @{ */

/** Measures how far x is from being D-stationary, in units of f: the decrease that the model promises from x,
 *  -min over y of g'(y-x) + (y-x)'D(y-x)/2 with at most s nonzeros in y. Zero exactly at stationary points.
 *  @param problem    frozen by the call
 *  @param dsm        the scaling matrix D
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_check_stationarity(const sbreg_problem *problem, const sbreg_dsm *dsm, int64_t s,
                                                const double *x, double *violation);

/** Measures how far x is from being stationary for a kernel, in units of f: the decrease -min over y of
 *  g'(y-x) + L D_h(y, x) with at most s nonzeros in y. Zero exactly when g vanishes on the support, no gain off it
 * exceeds one on it, and g = 0 altogether where x has fewer than s nonzeros.
 *  @param problem    frozen by the call
 *  @param kernel     the kernel h
 *  @param L          positive
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_check_bregman(const sbreg_problem *problem, const sbreg_kernel *kernel, double L,
                                           int64_t s, const double *x, double *violation);
/** Finds the best exchange of one coordinate: the smallest f(x - x_i e_i + t e_j) over i in the support, all j and all
 * t, or the smallest f(x + t e_j) where x has fewer than s nonzeros. Exact for least squares and quadratic problems;
 * for others, which must be convex along coordinates, each pair is minimised by itself.
 *  @param problem        frozen by the call
 *  @param s              largest number of nonzeros, 0..n
 *  @param x              n numbers with at most s nonzeros
 *  @param best_decrease  f(x) minus that value; 0 exactly when x is a coordinatewise minimum, to rounding
 *  @param leaves         i; -1 when none leaves or nothing is gained; may be NULL
 *  @param enters         j, which equals i when that coordinate is refitted; -1 when nothing is gained; may be NULL
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_check_coordinatewise(const sbreg_problem *problem, int64_t s, const double *x,
                                                  double *best_decrease, int64_t *leaves, int64_t *enters);

/** As sbreg_check_stationarity() with the s, the groups, the bounds and the kept coordinates of a solver: the model is
 *  minimised over the points that the solver may visit, x being one of them. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_check_stationarity(const sbreg_solver *solver, const sbreg_dsm *dsm,
                                                       const double *x, double *violation);
/** As sbreg_check_bregman(), likewise. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_check_bregman(const sbreg_solver *solver, const sbreg_kernel *kernel, double L,
                                                  const double *x, double *violation);
/** As sbreg_check_coordinatewise(), likewise: a group leaves, a group enters and is refitted within its bounds, or a
 *  kept coordinate is refitted alone (then it is both `leaves` and `enters`). A group is named by its lowest coordinate
 *  that is not kept. #SBREG_E_UNSUPPORTED for groups of several coordinates where f has no Hessian. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_check_coordinatewise(const sbreg_solver *solver, const double *x,
                                                         double *best_decrease, int64_t *leaves, int64_t *enters);

/** The constructive form of sbreg_check_stationarity(): besides the violation the point y at which the model promises
 *  it. Where y differs from x is where x can be improved: coordinates enter, leave, or move. y is feasible as x is, and
 *  f(y) <= f(x) - violation, to rounding, where D lies above the Hessian of f, as a matrix made for the problem does.
 *  Without a violation y is x to the last bit; it is also x where the violation is too small for a step that a double
 *  could tell from x.
 *  @param problem    frozen by the call
 *  @param dsm        the scaling matrix D
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease, the number of sbreg_check_stationarity(); may be NULL
 *  @param y          n numbers, on the scale of x; may be x itself. Untouched by a call that fails
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_witness_stationarity(const sbreg_problem *problem, const sbreg_dsm *dsm, int64_t s,
                                                  const double *x, double *violation, double *y);
/** The constructive form of sbreg_check_bregman(), likewise: f(y) <= f(x) - violation where L h - f is convex.
 *  @param problem    frozen by the call
 *  @param kernel     the kernel h
 *  @param L          positive
 *  @param s          largest number of nonzeros, 0..n
 *  @param x          n numbers with at most s nonzeros
 *  @param violation  the promised decrease, the number of sbreg_check_bregman(); may be NULL
 *  @param y          n numbers; may be x itself. Untouched by a call that fails
 *  @return status. Any thread. @since 0.1.0 */
SBREG_API sbreg_status sbreg_witness_bregman(const sbreg_problem *problem, const sbreg_kernel *kernel, double L,
                                             int64_t s, const double *x, double *violation, double *y);
/** As sbreg_witness_stationarity() with the s, the groups, the bounds and the kept coordinates of a solver, all of
 * which y keeps. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_witness_stationarity(const sbreg_solver *solver, const sbreg_dsm *dsm,
                                                         const double *x, double *violation, double *y);
/** As sbreg_witness_bregman(), likewise. @since 0.1.0 */
SBREG_API sbreg_status sbreg_solver_witness_bregman(const sbreg_solver *solver, const sbreg_kernel *kernel, double L,
                                                    const double *x, double *violation, double *y);

/** @} */

/** @defgroup lifetime Lifetimes
 *  @{ */

/** @name Destroy
 *  @{ */
/** Gives up one reference; the object dies with the last one. NULL is fine. Any order, any thread. @since 0.1.0 */
SBREG_API void sbreg_matrix_destroy(sbreg_matrix *matrix);
SBREG_API void sbreg_problem_destroy(sbreg_problem *problem);
SBREG_API void sbreg_dsm_destroy(sbreg_dsm *dsm);
SBREG_API void sbreg_kernel_destroy(sbreg_kernel *kernel);
SBREG_API void sbreg_solver_destroy(sbreg_solver *solver);
SBREG_API void sbreg_path_destroy(sbreg_path *path);
/** @} */

/** @name Retain
 *  @{ */
/** Adds a reference, to be given up by one more destroy; for languages that copy handles. @since 0.1.0 */
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
