! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Minimises a smooth f(x) over vectors with at most s nonzeros. Start with sbreg_solve; docs/fortran.md is the manual.
module sparsebregman
  use sparsebregman_c, only: sbreg_e_argument, sbreg_e_callback, sbreg_e_dimension, sbreg_e_internal, sbreg_e_io, &
    sbreg_e_key, sbreg_e_memory, sbreg_e_not_finite, sbreg_e_numeric, sbreg_e_state, sbreg_e_unsupported, &
    sbreg_inconsistent, sbreg_iteration_limit, sbreg_ok, sbreg_running, sbreg_searched, sbreg_stalled, &
    sbreg_stationary, sbreg_stopped, sbreg_target_reached, sbreg_time_limit, sbreg_unbounded
  use sparsebregman_default_s, only: sbreg_check, sbreg_solve, sbreg_witness
  use sparsebregman_dsm, only: sbreg_dsm, sbreg_dsm_monitor, sbreg_dsm_watch
  use sparsebregman_error, only: sbreg_code_text, sbreg_fail, sbreg_library_version
  use sparsebregman_kernel, only: sbreg_kernel, sbreg_kernel_functions
  use sparsebregman_matrix, only: sbreg_matrix, sbreg_operator
  use sparsebregman_object, only: sbreg_key, sbreg_keys, sbreg_object
  use sparsebregman_path, only: sbreg_path, sbreg_path_monitor, sbreg_path_watch
  use sparsebregman_problem, only: sbreg_objective, sbreg_problem
  use sparsebregman_solver, only: sbreg_monitor, sbreg_solver, sbreg_watch
  implicit none
  public
end module
