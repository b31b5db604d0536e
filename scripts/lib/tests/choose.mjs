import { parseArgs } from 'node:util'

/**
 * What a run is asked for: tests by name, by what was changed since a commit, or all of them.
 * @typedef {{ names: string[], title?: string, base?: string }} Wish
 */

/**
 * @param {string[]} args what stands behind `npm test --`
 * @returns {Wish}
 */
export function readWish(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { changed: { type: 'boolean' }, title: { type: 'string', short: 'g' } },
  })
  const { changed, title } = values
  if (!changed) return { names: positionals, ...(title && { title }) }
  if (positionals.length > 1)
    throw new Error('--changed takes one commit, or none for what is not committed.')
  return { names: [], base: positionals[0] ?? 'HEAD', ...(title && { title }) }
}

/**
 * The files whose path has one of the names in it; with a title, those of them that have it. Where no path has, the
 * names are the words of a title, and the files those that have them.
 * @param {readonly string[]} files
 * @param {Wish} wish
 * @param {(file: string) => string} textOf
 * @returns {{ files: readonly string[], title?: string }}
 */
export function chooseNamed(files, { names, title }, textOf) {
  const named = names.length === 0 ? files : files.filter((file) => names.some((name) => file.includes(name)))
  const words = named.length > 0 ? title : names.join(' ')
  const among = named.length > 0 ? named : files
  const titled = words === undefined ? among : among.filter((file) => textOf(file).includes(words))
  // A title may be put together from what its test is written for.
  return { files: titled.length > 0 ? titled : named, title: title ?? words }
}

/**
 * The files of a kind that a change touches: they are changed themselves, lead to what is changed, or all of them
 * depend on it.
 * @param {import('./kinds.mjs').Kind} kind
 * @param {readonly string[]} files those of the kind
 * @param {readonly string[]} changed
 * @param {typeof import('./imports.mjs').reachedFrom} reachedFrom
 */
export function chooseTouched({ forAll, isFollowed }, files, changed, reachedFrom) {
  if (changed.some((path) => forAll.some((each) => path.startsWith(each)))) return [...files]
  return files.filter((file) => {
    const reached = reachedFrom(file, isFollowed)
    return changed.some((path) => reached.has(path))
  })
}
