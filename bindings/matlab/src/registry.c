/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Handles. The lower half of a number is a place in a table, the upper half a stamp that is different for every object,
 * and that starts at another value each time the gateway is loaded: a number that was freed, made up or saved in a file
 * is not found. */
#include <stdlib.h>
#include <time.h>

#include "gateway.h"

typedef struct {
  uint32_t stamp;
  kind which;
  void* object; /* NULL: free */
} entry;
static entry* entries = NULL;
static size_t capacity = 0;
static int64_t live = 0;
static uint32_t stamp = 0;

static uint32_t next_stamp(void) {
  if (stamp == 0) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    stamp = (uint32_t)((uint64_t)now.tv_sec * 2654435761u ^ (uint64_t)now.tv_nsec * 40503u);
  }
  if (++stamp == 0) ++stamp;
  return stamp;
}

mxArray* registry_add(kind which, void* object) {
  size_t place = 0;
  while (place < capacity && entries[place].object != NULL) ++place;
  if (place == capacity) {
    const size_t grown = capacity == 0 ? 16 : 2 * capacity;
    entry* larger = realloc(entries, grown * sizeof *larger);
    if (larger == NULL) return NULL;
    for (size_t k = capacity; k < grown; ++k) larger[k].object = NULL;
    entries = larger;
    capacity = grown;
  }
  mxArray* number = mxCreateNumericMatrix(1, 1, mxUINT64_CLASS, mxREAL);
  entries[place] = (entry){next_stamp(), which, object};
  *(uint64_t*)mxGetData(number) = (uint64_t)entries[place].stamp << 32 | (uint32_t)place;
  ++live;
  return number;
}

static entry* find(uint64_t id) {
  const size_t place = (size_t)(id & 0xffffffffu);
  if (place >= capacity || entries[place].object == NULL || entries[place].stamp != id >> 32) return NULL;
  return &entries[place];
}

void* registry_find(uint64_t id, kind* which) {
  const entry* e = find(id);
  if (e == NULL) return NULL;
  *which = e->which;
  return e->object;
}

int registry_remove(uint64_t id) {
  entry* e = find(id);
  if (e == NULL) return 0;
  object_destroy(e->which, e->object);
  e->object = NULL;
  --live;
  return 1;
}

int64_t registry_count(void) { return live; }

void registry_clear(void) {
  for (size_t k = 0; k < capacity; ++k)
    if (entries[k].object != NULL) object_destroy(entries[k].which, entries[k].object);
  free(entries);
  entries = NULL;
  capacity = 0;
  live = 0;
}

void object_destroy(kind which, void* object) {
  switch (which) {
    case MATRIX:
      sbreg_matrix_destroy(object);
      break;
    case PROBLEM:
      sbreg_problem_destroy(object);
      break;
    case DSM:
      sbreg_dsm_destroy(object);
      break;
    case KERNEL:
      sbreg_kernel_destroy(object);
      break;
    case SOLVER:
      sbreg_solver_destroy(object);
      break;
    default:
      sbreg_path_destroy(object);
  }
}

void object_retain(kind which, void* object) {
  switch (which) {
    case MATRIX:
      sbreg_matrix_retain(object);
      break;
    case PROBLEM:
      sbreg_problem_retain(object);
      break;
    case DSM:
      sbreg_dsm_retain(object);
      break;
    case KERNEL:
      sbreg_kernel_retain(object);
      break;
    case SOLVER:
      sbreg_solver_retain(object);
      break;
    default:
      sbreg_path_retain(object);
  }
}

const char* kind_name(kind which) {
  static const char* const names[KINDS] = {"matrix", "problem", "dsm", "kernel", "solver", "path"};
  return names[which];
}
