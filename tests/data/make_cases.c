/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the cases that every language reproduces (tests/data/cases, whose README.md gives the format):
 *
 *     make_cases DIRECTORY
 *
 * The data are small multiples of powers of two, so that the decimal text is short and exact. Every case ends where the
 * solution no longer depends on rounding: at a Newton step of a quadratic, or at the fixed point of a contraction. The
 * bad inputs carry the status they must be answered with, and the program fails when the library answers another. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sparsebregman.h"

enum { LARGEST = 64 };

typedef struct {
  const char *name, *loss;
  int64_t m, n, s;
  int noise;                                          /* in units of 1/64, uniform on both sides of 0 */
  int density;                                        /* percent of nonzeros in A */
  int weighted;                                       /* whether the observations have weights */
  const char *problem_options[3], *solver_options[4]; /* "type name value" */
} Case;

#define newton "text method newton"
#define exact "real residual_tolerance 0" /* to the last bit of the contraction */
#define endless "real stationarity_tolerance 0"

static const Case cases[] = {
    {"default", "least_squares", 20, 40, 4, 0, 100, 0, {0}, {0}},
    {"newton", "least_squares", 24, 40, 4, 4, 100, 0, {0}, {newton}},
    {"dictionary", "least_squares", 24, 40, 5, 2, 100, 0, {0}, {newton, "text dictionary D1", "int dsm_period 2"}},
    {"gpnp", "least_squares", 30, 20, 4, 8, 100, 0, {"real ridge 0.5"}, {"text method gpnp"}},
    {"iht", "least_squares", 40, 12, 3, 0, 100, 0, {0}, {"text method iht", exact, endless, "int max_iterations 2000"}},
    {"weighted", "least_squares", 30, 12, 3, 4, 100, 1, {0}, {newton}},
    {"sparse", "least_squares", 50, 60, 6, 2, 20, 0, {0}, {newton}},
    {"logistic", "logistic", 60, 12, 3, 0, 100, 0, {"real ridge 1"}, {newton, "int max_iterations 300"}},
    {"huber", "huber", 40, 16, 3, 16, 100, 0, {"real huber_delta 0.125"}, {newton, "int max_iterations 300"}},
    {"quadratic", "quadratic", 16, 16, 4, 0, 100, 0, {0}, {newton}},
};

static const char* const bad_inputs[] = {
    "-3 A 1 2 nan",
    "-3 A 0 0 inf",
    "-3 b 3 nan",
    "-3 b 0 -inf",
    "-2 b_length 3",
    "-2 b_length 5",
    "-1 s -1",
    "-1 s 7",
    "-4 loss lesat_squares",
    "-1 labels 2",
    "-1 counts -1",
    "-1 weight 1 -0.5",
    "-3 weight 1 nan",
    "-2 weights_length 3",
    "-3 start 0 nan",
    "-1 start_nonzeros 3",
    "-2 start_length 5",
    "-2 point_length 7",
    "-4 dsm cubic",
    "-1 dsm_weight 2 -1",
    "-3 dsm_weight 2 nan",
    "-4 solver_option int max_iteration 10",
    "-1 solver_option int max_iterations -1",
    "-1 solver_option real line_search_factor 2",
    "-1 solver_option text method simplex",
    "-4 problem_option real rigde 1",
    "-1 problem_option real ridge -1",
    "-4 history objectives",
};

static uint64_t seed;

static int64_t draw(int64_t count) { /* uniform on 0 .. count-1 */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)count);
}

static void check(sbreg_status status) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s: %s\n", sbreg_status_text(status), sbreg_last_error());
  exit(EXIT_FAILURE);
}

static FILE* create(const char* directory, const char* name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.txt", directory, name);
  FILE* file = fopen(path, "w");
  if (file == NULL) perror(path), exit(EXIT_FAILURE);
  return file;
}

static void write_numbers(FILE* file, const double* values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) fprintf(file, "%s%.17g", i == 0 ? "" : " ", values[i]);
  fprintf(file, "\n");
}

static void make_data(const Case* c, double* A, double* b, double* weights) {
  seed = 2026 + (uint64_t)(c - cases);
  double truth[LARGEST] = {0};
  for (int64_t k = 0; k < c->s; ++k) truth[draw(c->n)] = (double)(draw(8) + 4) / 4 * (draw(2) == 0 ? -1 : 1);
  if (strcmp(c->loss, "quadratic") == 0) { /* Q symmetric and diagonally dominant, q = Q truth */
    for (int64_t j = 0; j < c->n; ++j)
      for (int64_t i = 0; i <= j; ++i) A[j * c->n + i] = A[i * c->n + j] = i == j ? 16 : (double)(draw(129) - 64) / 64;
  } else {
    for (int64_t k = 0; k < c->m * c->n; ++k) A[k] = draw(100) < c->density ? (double)(draw(129) - 64) / 64 : 0;
  }
  for (int64_t i = 0; i < c->m; ++i) {
    weights[i] = (double)draw(5) / 2;
    b[i] = c->noise == 0 ? 0 : (double)(draw(2 * c->noise + 1) - c->noise) / 64;
    for (int64_t j = 0; j < c->n; ++j) b[i] += A[j * c->m + i] * truth[j];
    if (strcmp(c->loss, "logistic") == 0) b[i] = b[i] + (double)(draw(9) - 4) / 4 > 0 ? 1 : 0;
  }
}

/* Sets an option given as "type name value". */
static sbreg_status set_option(sbreg_problem* problem, sbreg_solver* solver, const char* option) {
  char type[8], name[64], value[64];
  if (sscanf(option, "%7s %63s %63s", type, name, value) != 3) return SBREG_E_ARGUMENT;
  switch (type[0]) {
    case 'i':
      return solver != NULL ? sbreg_solver_set_int(solver, name, strtoll(value, NULL, 10))
                            : sbreg_problem_set_int(problem, name, strtoll(value, NULL, 10));
    case 'r':
      return solver != NULL ? sbreg_solver_set_real(solver, name, strtod(value, NULL))
                            : sbreg_problem_set_real(problem, name, strtod(value, NULL));
    default:
      return solver != NULL ? sbreg_solver_set_text(solver, name, value) : sbreg_problem_set_text(problem, name, value);
  }
}

static void write_options(FILE* file, const char* title, const char* const* options, int capacity) {
  int count = 0;
  while (count < capacity && options[count] != NULL) ++count;
  fprintf(file, "%s %d\n", title, count);
  for (int k = 0; k < count; ++k) fprintf(file, "%s\n", options[k]);
}

static void write_case(const char* directory, const Case* c) {
  static double A[LARGEST * LARGEST], b[LARGEST], weights[LARGEST], x[LARGEST];
  make_data(c, A, b, weights);

  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  if (strcmp(c->loss, "quadratic") == 0) {
    check(sbreg_problem_create_quadratic(&problem, c->n, A, c->n, b));
  } else {
    check(sbreg_matrix_create_dense(&matrix, c->m, c->n, A, c->m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL));
    check(sbreg_problem_create_linear(&problem, matrix, c->loss, b));
  }
  if (c->weighted) check(sbreg_problem_set_weights(problem, weights));
  for (int k = 0; k < 3 && c->problem_options[k] != NULL; ++k) check(set_option(problem, NULL, c->problem_options[k]));
  check(sbreg_solver_create(&solver, problem, c->s));
  for (int k = 0; k < 4 && c->solver_options[k] != NULL; ++k) check(set_option(NULL, solver, c->solver_options[k]));
  check(sbreg_solver_run(solver));
  double objective = 0;
  int64_t state = 0, iterations = 0;
  check(sbreg_solver_get_solution(solver, x));
  check(sbreg_solver_get_real(solver, "best_objective", &objective));
  check(sbreg_solver_get_int(solver, "state", &state));
  check(sbreg_solver_get_int(solver, "iterations", &iterations));

  FILE* file = create(directory, c->name);
  fprintf(file, "loss %s\n", c->loss);
  fprintf(file, "size %lld %lld %lld\n", (long long)c->m, (long long)c->n, (long long)c->s);
  write_options(file, "problem_options", c->problem_options, 3);
  write_options(file, "solver_options", c->solver_options, 4);
  fprintf(file, "A\n");
  for (int64_t j = 0; j < c->n; ++j) write_numbers(file, A + j * c->m, c->m);
  fprintf(file, "b\n");
  write_numbers(file, b, c->m);
  fprintf(file, "weights %d\n", c->weighted);
  if (c->weighted) write_numbers(file, weights, c->m);
  fprintf(file, "x\n");
  write_numbers(file, x, c->n);
  fprintf(file, "objective\n");
  write_numbers(file, &objective, 1);
  fclose(file);
  printf("%-12s %s after %lld iterations, objective %.6g\n", c->name, sbreg_state_text((int32_t)state),
         (long long)iterations, objective);

  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
}

/* The first status that is not SBREG_OK on the way from the arrays to a result, with one thing spoilt. */
static sbreg_status try_bad_input(const char* input, const double* good_A, const double* good_b) {
  double A[24], b[4], weights[4] = {1, 1, 1, 1}, start[6] = {1}, dsm_weights[6] = {9, 9, 9, 9, 9, 9}, value = 0;
  const char *loss = "least_squares", *model = "lipschitz", *series = "objective";
  int64_t s = 2, i = 0, j = 0, count = 0;
  char what[32], word[64] = "";
  memcpy(A, good_A, sizeof A);
  memcpy(b, good_b, sizeof b);
  sscanf(input, "%31s %63s", what, word);
  const char* last = strrchr(input, ' ') + 1;
  value = strtod(last, NULL);
  i = strtoll(word, NULL, 10);
  if (strcmp(what, "A") == 0) {
    sscanf(input, "A %*s %lld", (long long*)&j);
    A[j * 4 + i] = value;
  }
  if (strcmp(what, "b") == 0) b[i] = value;
  if (strcmp(what, "s") == 0) s = i;
  if (strcmp(what, "loss") == 0) loss = word;
  if (strcmp(what, "labels") == 0 || strcmp(what, "counts") == 0) {
    loss = what[0] == 'l' ? "logistic" : "poisson";
    for (int k = 0; k < 4; ++k) b[k] = k == 0 ? value : 1;
  }
  if (strcmp(what, "weight") == 0) weights[i] = value;
  if (strcmp(what, "start") == 0) start[i] = value;
  if (strcmp(what, "start_nonzeros") == 0)
    for (int k = 0; k < i; ++k) start[k] = 1;
  if (strcmp(what, "dsm") == 0) model = word;
  if (strcmp(what, "dsm_weight") == 0) dsm_weights[i] = value;
  if (strcmp(what, "history") == 0) series = word;

  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  sbreg_dsm *dsm = NULL, *own = NULL;
  sbreg_solver* solver = NULL;
  sbreg_status status = sbreg_matrix_create_dense(&matrix, 4, 6, A, 4, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL);
  if (status == SBREG_OK) status = sbreg_problem_create_linear(&problem, matrix, loss, b);
  if (status == SBREG_OK) status = sbreg_problem_set_weights(problem, weights);
  if (status == SBREG_OK && strcmp(what, "problem_option") == 0)
    status = set_option(problem, NULL, strchr(input, ' ') + 1);
  if (status == SBREG_OK) status = sbreg_dsm_create(&dsm, problem, model);
  if (status == SBREG_OK) status = sbreg_dsm_create_weights(&own, 6, dsm_weights);
  if (status == SBREG_OK) status = sbreg_solver_create(&solver, problem, s);
  if (status == SBREG_OK) status = sbreg_solver_set_start(solver, start);
  if (status == SBREG_OK && strcmp(what, "solver_option") == 0)
    status = set_option(NULL, solver, strchr(input, ' ') + 1);
  if (status == SBREG_OK) status = sbreg_solver_set_int(solver, "history", 1);
  if (status == SBREG_OK) status = sbreg_solver_run(solver);
  if (status == SBREG_OK) status = sbreg_solver_get_history(solver, series, NULL, 0, &count);
  sbreg_solver_destroy(solver);
  sbreg_dsm_destroy(own);
  sbreg_dsm_destroy(dsm);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
  return status;
}

static int write_bad_inputs(const char* directory) {
  double A[24], b[4];
  int failed = 0;
  seed = 2026;
  seed = 2026;
  for (int k = 0; k < 24; ++k) A[k] = (double)(draw(129) - 64) / 64;
  for (int k = 0; k < 4; ++k) b[k] = (double)(draw(129) - 64) / 64;
  FILE* file = create(directory, "bad-inputs");
  fprintf(file, "size 4 6 2\nA\n");
  for (int j = 0; j < 6; ++j) write_numbers(file, A + 4 * j, 4);
  fprintf(file, "b\n");
  write_numbers(file, b, 4);
  const int count = sizeof bad_inputs / sizeof *bad_inputs;
  fprintf(file, "inputs %d\n", count);
  check(try_bad_input("nothing at all", A, b));
  for (int k = 0; k < count; ++k) {
    const char* input = strchr(bad_inputs[k], ' ') + 1;
    const int expected = atoi(bad_inputs[k]);
    fprintf(file, "%s\n", bad_inputs[k]);
    if (strstr(input, "_length") != NULL) continue; /* arrays know their lengths in every language but C */
    const sbreg_status status = try_bad_input(input, A, b);
    if (status == expected) continue;
    fprintf(stderr, "%s is answered with %d instead of %d\n", input, status, expected);
    failed = 1;
  }
  fclose(file);
  return failed;
}

int main(int argc, char** argv) {
  if (argc != 2) return fprintf(stderr, "usage: make_cases DIRECTORY\n"), 2;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) write_case(argv[1], &cases[k]);
  return write_bad_inputs(argv[1]);
}
