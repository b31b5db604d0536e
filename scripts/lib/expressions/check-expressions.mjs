import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../repository.mjs'
import { findExpressions } from './find-expressions.mjs'
import { judgeExpressions, keyOf } from './judge-expressions.mjs'

/** Whatever runs as the product, and the sandbox that runs beside it. */
const folders = ['src']
/** Not part of what runs: tests, what only they use, and the report on them. They read what we have written. */
const leftOut = [/\.test\.tsx?$/, /\/(testing|journeys)\//]

/**
 * Looks for regular expressions that take longer than in proportion to the text they are given: someone's text
 * could stop the whole process.
 * @param {readonly string[]} [paths] of modules; all of the product without them
 * @returns {Promise<string[]>} what is wrong, a line each
 */
export async function checkExpressions(paths = modules()) {
  const problems = []
  const found = paths.flatMap((path) => {
    const { expressions, unreadable } = findExpressions(path)
    const at = (line) => `${relative(root, path)}:${line}`
    for (const { line, text } of unreadable)
      problems.push(
        `${at(line)} ${text}: nobody can tell beforehand what this becomes. Make it of constants and RegExp.escape().`,
      )
    return expressions.map((each) => ({ ...each, at: at(each.line) }))
  })
  const refused = await judgeExpressions(found)
  for (const each of found) {
    const why = refused.get(keyOf(each))
    if (why) problems.push(`${each.at} ${keyOf(each)}: ${why}`)
  }
  return problems
}

function modules() {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => !leftOut.some((pattern) => pattern.test(relative(root, path))))
}
