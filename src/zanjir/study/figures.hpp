// Figures of a study as numbers, in the units they are shown in.
#pragma once

#include "zanjir/study/run_study.hpp"

namespace zanjir {

// What is wrong with the states of models that it draws: known before anything runs.
void check_figure(const StudyFigure&, const StudyModels&, DiagnosticSink&);
// What is drawn of the models keeps them alive.
FigureData evaluate_figure(const StudyFigure&, const Study&, const std::shared_ptr<const StudyModels>&, const Results&, DiagnosticSink&);

}  // namespace zanjir
