// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "cli/line/number.hpp"

namespace cli {
namespace {

constexpr double width = 800;
constexpr double height = 500;
constexpr double left = 84;
constexpr double top = 84;
constexpr double bottom = 64;

struct Look {
  const char* colour;
  const char* dark;    // the same on a dark background
  const char* dashes;  // so that the lines differ without colour too
};
// The first line is ours and drawn thickest.
constexpr std::array<Look, 8> looks{{{"#0b63c5", "#6cb2ff", "none"},
                                     {"#c2410c", "#ff9d5c", "9 4"},
                                     {"#15803d", "#5fd68b", "3 3"},
                                     {"#7e22ce", "#c69bff", "12 3 3 3"},
                                     {"#a16207", "#e9c04a", "6 2"},
                                     {"#be185d", "#ff8fc0", "2 2"},
                                     {"#0e7490", "#5fd3ee", "14 4"},
                                     {"#4b5563", "#b6bfcc", "5 5"}}};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

/// An axis from `low` to `high` with round numbers on it.
struct Axis {
  double low = 0, high = 1;
  std::vector<double> ticks;
  bool logarithmic = false;

  [[nodiscard]] double share(double value) const {
    if (logarithmic) return (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
    return (value - low) / (high - low);
  }
};

Axis linear_axis(double low, double high, double wanted) {
  if (high <= low) {
    low -= 1;
    high += 1;
  }
  const double rough = (high - low) / wanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (step < rough) step = factor * power;
  Axis axis{low, high, {}, false};
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; (first + i) * step <= high + 1e-9 * step; ++i) axis.ticks.push_back((first + i) * step);
  return axis;
}

Axis logarithmic_axis(double low, double high) {
  const double first = std::floor(std::log10(low));
  const double last = std::max(std::ceil(std::log10(high)), first + 1);
  const double step = std::ceil((last - first) / 8);
  Axis axis{std::pow(10, first), std::pow(10, last), {}, true};
  const auto count = static_cast<int>((last - first) / step);
  for (int k = 0; k <= count; ++k) axis.ticks.push_back(std::pow(10, first + k * step));
  return axis;
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart), right_(chart.lines.size() > 1 ? 168 : 40) {
    std::set<double> places;
    double x_low = 1e308;
    double x_high = -1e308;
    double y_low = 1e308;
    double y_high = -1e308;
    for (const Line& line : chart.lines)
      for (std::size_t i = 0; i < line.points.size(); ++i) {
        const auto [x, y] = line.points[i];
        const double error = line.errors.empty() ? 0 : line.errors[i];
        places.insert(x);
        x_low = std::min(x_low, x);
        x_high = std::max(x_high, x);
        y_low = std::min(y_low, y > error || !chart.logarithmic ? y - error : y);
        y_high = std::max(y_high, y + error);
      }
    if (x_low > x_high) x_low = x_high = y_low = y_high = 0;
    x_ = linear_axis(x_low, x_high, 10);
    std::erase_if(x_.ticks, [](double tick) { return tick != std::round(tick); });
    if (places.size() <= 14) x_.ticks.assign(places.begin(), places.end());
    y_ = chart.percent       ? linear_axis(0, 100, 5)
         : chart.logarithmic ? logarithmic_axis(y_low, y_high)
                             : linear_axis(std::min(0.0, y_low), y_high, 6);
  }

  std::string draw() {
    open();
    grid();
    mark();
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) line(k);
    names();
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string across(double x) const { return fixed(left + x_.share(x) * (width - left - right_), 1); }
  [[nodiscard]] double down(double y) const { return height - bottom - y_.share(y) * (height - top - bottom); }

  void text(const std::string& at, const std::string& kind, const std::string& words) {
    out_ += "<text " + at + " class=\"" + kind + "\">" + escaped(words) + "</text>\n";
  }

  void open() {
    out_ =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 500\" width=\"800\" height=\"500\" "
        "font-family=\"Helvetica, Arial, sans-serif\" role=\"img\">\n<title>" +
        escaped(chart_.title) +
        "</title>\n<style>\n.back { fill: #ffffff } .grid { stroke: #e2e5ea } .axis { stroke: #6b7280 }\n"
        "text { fill: #1f2937; font-size: 14px } .title { font-size: 19px; font-weight: bold }\n"
        ".note { fill: #4b5563; font-size: 13px } .middle { text-anchor: middle } .end { text-anchor: end }\n"
        ".name { font-weight: bold }\n.line { fill: none; stroke-linejoin: round }\n";
    std::string dark =
        ".back { fill: #14181f } .grid { stroke: #2c333e } .axis { stroke: #9aa4b2 }\n"
        "text { fill: #e5e9f0 } .note { fill: #b6bfcc }\n";
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) {
      const Look& look = looks[k % looks.size()];
      const std::string c = ".c" + std::to_string(k);
      const auto colours = [&c](const std::string& colour) {
        return c + " { stroke: " + colour + " } .f" + c.substr(2) + " { fill: " + colour + " }\n";
      };
      out_ += colours(look.colour);
      dark += colours(look.dark);
    }
    out_ += "@media (prefers-color-scheme: dark) {\n" + dark + "}\n" + narrow() + "</style>\n" +
            "<rect class=\"back\" width=\"800\" height=\"500\"/>\n";
    text("x=\"84\" y=\"34\"", "title", chart_.title);
    text("x=\"84\" y=\"58\"", "note", chart_.subtitle);
  }

  /// Larger letters where the picture is drawn small, on a phone; names as large as their place allows.
  [[nodiscard]] std::string narrow() const {
    double longest = 1;
    for (const Line& line : chart_.lines) longest = std::max(longest, static_cast<double>(line.name.size()));
    return "@media (max-width: 480px) {\ntext { font-size: 20px } .title { font-size: 26px } .note { font-size: 18px "
           "}\n"
           ".name, .label { font-size: " +
           fixed(std::clamp(190 / longest, 14.0, 20.0), 0) + "px }\n}\n";
  }

  void grid() {
    const std::string floor = fixed(height - bottom, 1);
    for (const double tick : y_.ticks) {
      const std::string y = fixed(down(tick), 1);
      out_ += "<line class=\"grid\" x1=\"84\" x2=\"" + fixed(width - right_, 1) + "\" y1=\"" + y + "\" y2=\"" + y +
              "\"/>\n";
      text("x=\"74\" y=\"" + fixed(down(tick) + 5, 1) + "\"", "end", rounded(tick, 4) + (chart_.percent ? " %" : ""));
    }
    for (const double tick : x_.ticks) {
      const std::string x = across(tick);
      out_ += "<line class=\"axis\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"" + floor + "\" y2=\"" +
              fixed(height - bottom + 6, 1) + "\"/>\n";
      text("x=\"" + x + "\" y=\"" + fixed(height - bottom + 22, 1) + "\"", "middle", rounded(tick, 6));
    }
    out_ += "<line class=\"axis\" x1=\"84\" x2=\"" + fixed(width - right_, 1) + "\" y1=\"" + floor + "\" y2=\"" +
            floor + "\"/>\n";
    text("x=\"" + fixed((left + width - right_) / 2, 1) + "\" y=\"486\"", "middle", chart_.x_label);
    text("x=\"-" + fixed((height + top - bottom) / 2, 1) + "\" y=\"22\" transform=\"rotate(-90)\"", "middle",
         chart_.y_label);
  }

  void mark() {
    if (chart_.mark < 0) return;
    const std::string x = across(chart_.mark);
    out_ += "<line class=\"axis\" stroke-dasharray=\"4 4\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"" + fixed(top, 1) +
            "\" y2=\"" + fixed(height - bottom, 1) + "\"/>\n";
    const bool late = x_.share(chart_.mark) > 0.5;
    const double place = left + x_.share(chart_.mark) * (width - left - right_) + (late ? -8 : 8);
    text("x=\"" + fixed(place, 1) + "\" y=\"" + fixed(top - 6, 1) + "\"", late ? "note end" : "note", chart_.mark_name);
  }

  /// The bar of an error, no lower than the axis goes.
  void bar(const std::string& number, double x, double y, double error) {
    const double low = std::max(y - error, y_.low);
    out_ += "<line class=\"c" + number + "\" stroke-width=\"1.5\" x1=\"" + across(x) + "\" x2=\"" + across(x) +
            "\" y1=\"" + fixed(down(low), 1) + "\" y2=\"" + fixed(down(y + error), 1) + "\"/>\n";
  }

  void line(std::size_t k) {
    const Look& look = looks[k % looks.size()];
    const std::string number = std::to_string(k);
    std::string points;
    for (const auto& [x, y] : chart_.lines[k].points) points += across(x) + "," + fixed(down(y), 1) + " ";
    out_ += "<polyline class=\"line c" + number + "\" stroke-width=\"" + (k == 0 ? "3.5" : "2") +
            "\" stroke-dasharray=\"" + look.dashes + "\" points=\"" + points + "\"/>\n";
    for (std::size_t i = 0; i < chart_.lines[k].errors.size(); ++i)
      bar(number, chart_.lines[k].points[i].first, chart_.lines[k].points[i].second, chart_.lines[k].errors[i]);
    for (const auto& [x, y] : chart_.lines[k].points)
      out_ += "<circle class=\"f" + number + "\" r=\"" + (k == 0 ? "4.5" : "3.5") + "\" cx=\"" + across(x) +
              "\" cy=\"" + fixed(down(y), 1) + "\"/>\n";
  }

  /// The legend, to the right.
  void names() {
    if (chart_.lines.size() < 2) return;
    double y = top + 8;
    for (std::size_t k = 0; k < chart_.lines.size(); ++k, y += 26) {
      const std::string number = std::to_string(k);
      const std::string middle = fixed(y - 5, 1);
      out_ += "<line class=\"c" + number + "\" stroke-width=\"" + (k == 0 ? "3.5" : "2") + "\" stroke-dasharray=\"" +
              looks[k % looks.size()].dashes + "\" x1=\"648\" x2=\"680\" y1=\"" + middle + "\" y2=\"" + middle +
              "\"/>\n";
      text("x=\"688\" y=\"" + fixed(y, 1) + "\"", k == 0 ? "name" : "label", chart_.lines[k].name);
    }
  }

  const Chart& chart_;
  double right_;  // room for the legend
  Axis x_, y_;
  std::string out_;
};

}  // namespace

std::string svg(const Chart& chart) { return Drawing(chart).draw(); }

}  // namespace cli
