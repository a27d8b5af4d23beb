// Figures of a study as numbers, in the units they are shown in.
#pragma once

#include "zanjir/study/run_study.hpp"

namespace zanjir {

// What is wrong with it before anything runs: states of models that it draws, names and units of results as far as their outlines show.
void check_figure(const StudyFigure&, const Study&, const std::shared_ptr<const StudyModels>&, const Results& outlines, DiagnosticSink&);
// What is drawn of the models keeps them alive.
FigureData evaluate_figure(const StudyFigure&, const Study&, const std::shared_ptr<const StudyModels>&, const Results&, DiagnosticSink&);

}  // namespace zanjir
