import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findCircles } from './find-circles.mjs'
import { findImports } from './find-imports.mjs'
import { layers as ours } from './layers.mjs'

const isTest = (path) => /\.test\.tsx?$/.test(path) || /\/(testing|faults)\//.test(path)
/** Stands alone: a rule of Biome's keeps it apart. */
const isSandbox = (path) => path.startsWith('sandbox/')

/**
 * Looks for imports against the direction of the layers, and for modules that import one another in a circle.
 * @param {string} src the folder of the modules
 * @param {readonly string[]} [layers] lowest first
 * @returns {string[]} what is wrong, a line each
 */
export function checkLayers(src, layers = ours) {
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
  return [...findUpward(imports, layers), ...circlesOf(imports)]
}

function findUpward(imports, layers) {
  const problems = []
  for (const [module, imported] of imports) {
    if (isSandbox(module)) continue
    const own = layerOf(module, layers)
    if (own === undefined) {
      problems.push(`src/${module} stands in no layer: put its folder into the table.`)
      continue
    }
    for (const { path, line } of imported) {
      const at = `src/${module}:${line}`
      const other = layerOf(path, layers)
      if (isTest(path)) problems.push(`${at} imports src/${path}, which is for tests.`)
      else if (other !== undefined && layers.indexOf(other) > layers.indexOf(own))
        problems.push(`${at} imports src/${path}: ${other} stands above ${own}.`)
    }
  }
  return problems
}

/** The longest that matches. */
function layerOf(module, layers) {
  return layers
    .filter((layer) => module === layer || module.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0]
}

function circlesOf(imports) {
  const next = (module) => (imports.get(module) ?? []).map(({ path }) => path)
  return findCircles([...imports.keys()], next).map(
    (circle) => `A circle of imports: ${circle.map((module) => `src/${module}`).join(', ')}.`,
  )
}
