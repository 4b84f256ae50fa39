// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A chart of lines as an SVG file: axes with round numbers, a light grid, a legend. It adapts to a
// dark background where the viewer has one, and to a narrow screen.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cli {

struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;  // ascending in x
  std::vector<double> errors = {};                // half the length of a bar through each point; empty: none
};

struct Chart {
  std::string title, subtitle, x_label, y_label;
  std::vector<Line> lines;
  bool percent = false;      // y runs from 0 to 100
  bool logarithmic = false;  // y > 0 on a logarithmic scale
  double mark = -1;          // a place on the x axis with a line through it, or a negative number
  std::string mark_name = {};
};

std::string svg(const Chart& chart);

}  // namespace cli
