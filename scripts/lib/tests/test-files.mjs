import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repository.mjs'

const folders = ['bench', 'scripts', 'src', 'tests']

/** Every file below the folders that have tests, from the root of the checkout. */
const all = () =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )

/** Unit and API tests, which stand beside the code. */
export const unitTests = /^(?:src|tests|scripts|bench)\/.*(?<!\.long)\.test\.ts$/
/** Those of them that take long and are run apart. */
export const longTests = /^(?:src|tests)\/.*\.long\.test\.ts$/

export const filesLike = (/** @type {RegExp} */ expression) => all().filter((path) => expression.test(path))
