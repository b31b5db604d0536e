import { join } from 'node:path'
import { binDir, node } from './repository.mjs'
import { run } from './run.mjs'

const projects = ['tsconfig.json', 'tsconfig.web.json', 'tests', 'bench']

/**
 * All of them, even after one has failed.
 * @returns {Promise<boolean>} whether everything is well
 */
export async function runChecks() {
  let isWell = true
  for (const project of projects) {
    isWell = (await run(join(binDir, 'tsc'), ['-p', project])) === 0 && isWell
  }
  isWell = (await run(node, [join('scripts', 'lib', 'expressions', 'main.mjs')])) === 0 && isWell
  isWell = (await run(node, [join('scripts', 'lib', 'layers', 'main.mjs')])) === 0 && isWell
  isWell = (await run(node, [join('scripts', 'lib', 'figures', 'main.mjs'), '--check'])) === 0 && isWell
  isWell = (await run(node, [join('scripts', 'lib', 'translation', 'main.mjs')])) === 0 && isWell
  isWell = (await run(node, [join('scripts', 'lib', 'vendors', 'main.mjs'), '--check'])) === 0 && isWell
  isWell = (await run(join(binDir, 'knip'), [])) === 0 && isWell
  return (await run(join(binDir, 'biome'), ['check', '--error-on-warnings'])) === 0 && isWell
}
