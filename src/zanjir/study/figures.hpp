// Figures of a study as numbers, in the units they are shown in.
#pragma once

#include "zanjir/study/run_study.hpp"

namespace zanjir {

FigureData evaluate_figure(const StudyFigure&, const Study&, const Results&, DiagnosticSink&);

}  // namespace zanjir
