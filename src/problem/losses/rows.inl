// SPDX-License-Identifier: BSD-3-Clause
// The losses, each in a file of its own beside this one.
LOSS(least_squares)
LOSS(logistic)
LOSS(logsumexp)
LOSS(huber)
LOSS(quartic)
LOSS(poisson)
