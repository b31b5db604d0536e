import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** @returns {string | undefined} where the first of these programs is */
export function onPath(wanted) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return folders
    .flatMap((folder) => wanted.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Installs Debian's packages, if we may. */
export async function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(', ')} …`)
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-q'], options)
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], options)
}
