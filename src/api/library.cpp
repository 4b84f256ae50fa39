// SPDX-License-Identifier: BSD-3-Clause
#include "sparsebregman.h"

#define SBREG_TEXT_OF(token) #token
#define SBREG_TEXT(token) SBREG_TEXT_OF(token)

extern "C" {

int32_t sbreg_version(void) { return SBREG_VERSION; }

const char* sbreg_version_string(void) {
  return SBREG_TEXT(SBREG_VERSION_MAJOR) "." SBREG_TEXT(SBREG_VERSION_MINOR) "." SBREG_TEXT(SBREG_VERSION_PATCH);
}

const char* sbreg_status_text(sbreg_status status) {
  switch (status) {
    case SBREG_OK:
      return "success";
    case SBREG_E_ARGUMENT:
      return "an argument is missing or out of bounds";
    case SBREG_E_DIMENSION:
      return "a size does not fit";
    case SBREG_E_NOT_FINITE:
      return "a number is NaN or infinite where it must be finite";
    case SBREG_E_KEY:
      return "no such name here, or one of another type or only to be read";
    case SBREG_E_STATE:
      return "not possible in the present state";
    case SBREG_E_UNSUPPORTED:
      return "not supported";
    case SBREG_E_MEMORY:
      return "out of memory";
    case SBREG_E_NUMERIC:
      return "numerical failure";
    case SBREG_E_CALLBACK:
      return "a callback failed";
    case SBREG_E_IO:
      return "input or output failed";
    case SBREG_E_INTERNAL:
      return "internal error";
    default:
      return "unknown status code";
  }
}

const char* sbreg_state_text(int32_t state) {
  switch (state) {
    case SBREG_RUNNING:
      return "running";
    case SBREG_TARGET_REACHED:
      return "target reached";
    case SBREG_STATIONARY:
      return "stationary";
    case SBREG_STALLED:
      return "stalled";
    case SBREG_ITERATION_LIMIT:
      return "iteration limit";
    case SBREG_TIME_LIMIT:
      return "time limit";
    case SBREG_STOPPED:
      return "stopped on request";
    case SBREG_SEARCHED:
      return "searched";
    case SBREG_UNBOUNDED:
      return "unbounded: f falls without end";
    case SBREG_INCONSISTENT:
      return "inconsistent: f does not fall where its gradient says so; see sbreg_problem_check_gradient and "
             "sbreg_matrix_check_adjoint";
    default:
      return "unknown state";
  }
}
}
