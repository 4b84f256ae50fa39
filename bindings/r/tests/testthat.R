# SPDX-License-Identifier: BSD-3-Clause
library(testthat)
library(sparsebregman)

test_check("sparsebregman")
