import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findCircles } from './find-circles.mjs'
import { findImports } from './find-imports.mjs'
import { layers, sides } from './layers.mjs'

const isTest = (path) => /\.test\.tsx?$/.test(path) || /(^|\/)(testing|tests|journeys)\//.test(path)

/**
 * Looks for imports against the direction of the layers or across the sides, and for modules that import one another in
 * a circle.
 * @param {string} src the folder of the modules
 * @param {{ layers: typeof layers, sides: typeof sides }} [table]
 * @returns {string[]} what is wrong, a line each
 */
export function checkLayers(src, table = { layers, sides }) {
  const modules = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)))
    .filter((path) => !isTest(path))
    .sort()
  const imports = new Map(
    modules.map((module) => [
      module,
      findImports(join(src, module), src).map(({ path, line }) => ({ path: relative(src, path), line })),
    ]),
  )
  return [...findWrong(imports, table), ...circlesOf(imports)]
}

function findWrong(imports, { layers, sides }) {
  const levels = new Map(layers.flatMap((layer, level) => [layer].flat().map((pattern) => [pattern, level])))
  const sideOf = new Map(sides)
  const problems = []
  for (const [module, imported] of imports) {
    const side = sideOf.get(longestOf(module, sideOf))
    const own = longestOf(module, levels)
    // Simulators are on no level: they know nothing of the product.
    const isOnLevel = side !== 'simulators'
    if (own === undefined && isOnLevel) {
      problems.push(`src/${module} stands in no layer: put its folder into the table.`)
      continue
    }
    for (const { path, line } of imported) {
      const at = `src/${module}:${line} imports src/${path}`
      const other = longestOf(path, levels)
      const otherSide = sideOf.get(longestOf(path, sideOf))
      if (isTest(path)) problems.push(`${at.replace('src/../', '')}, which is for tests.`)
      else if (otherSide !== side && (otherSide !== 'both' || !isOnLevel))
        problems.push(`${at}: a module of ${side} imports one of ${otherSide}.`)
      else if (isOnLevel && levels.get(other) > levels.get(own))
        problems.push(`${at}: ${other} stands above ${own}.`)
    }
  }
  return problems
}

/** Of the patterns that a module matches. */
function longestOf(module, patterns) {
  const parts = module.split('/')
  const matches = (pattern) =>
    pattern === '' || pattern.split('/').every((part, index) => part === '*' || part === parts[index])
  return [...patterns.keys()].filter(matches).sort((a, b) => b.split('/').length - a.split('/').length)[0]
}

function circlesOf(imports) {
  const next = (module) => (imports.get(module) ?? []).map(({ path }) => path)
  return findCircles([...imports.keys()], next).map(
    (circle) => `A circle of imports: ${circle.map((module) => `src/${module}`).join(', ')}.`,
  )
}
