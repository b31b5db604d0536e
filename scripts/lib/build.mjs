import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { withLock } from './lock.mjs'
import { node, root } from './repository.mjs'
import { run } from './run.mjs'

const dist = join(root, 'dist')

const shared = ['src/base', 'src/features', 'package.json']
const ofPages = [...shared, 'src/apps', 'src/ui']
const ofServer = [...shared, 'src/apps', 'src/delivery', 'src/vendors', 'vite.server.config.ts']

/** What is built: its name, what it is made of, the Vite configuration that makes it, and what else is to be done. */
const pages = {
  name: 'web',
  sources: [...ofPages, 'vite.config.ts'],
  config: 'vite.config.ts',
  result: join(dist, 'web', 'index.html'),
  finish: () => compressFiles(join(dist, 'web')),
}
const staffConsole = {
  name: 'console',
  sources: [...ofPages, 'vite.console.config.ts'],
  config: 'vite.console.config.ts',
  result: join(dist, 'console', 'console.html'),
  finish: () => compressFiles(join(dist, 'console')),
}
const server = {
  name: 'server',
  sources: ofServer,
  config: 'vite.server.config.ts',
  result: join(dist, 'server', 'main.js'),
  finish: () => copyMigrations('server'),
}
const operator = {
  name: 'operator',
  sources: [...ofServer, 'vite.operator.config.ts'],
  config: 'vite.operator.config.ts',
  result: join(dist, 'operator', 'operator.js'),
  finish: () => copyMigrations('operator'),
}
/** What reads mails in a thread of the server's, which finds it beside its own folder. */
const reader = {
  name: 'reader',
  sources: [...shared, 'vite.server.config.ts', 'vite.reader.config.ts'],
  config: 'vite.reader.config.ts',
  result: join(dist, 'reader', 'reader-thread.js'),
  finish: () => {},
}

/** They are found beside the program. */
const copyMigrations = (name) =>
  cpSync(join(root, 'src', 'base', 'db', 'migrations'), join(dist, name, 'migrations'), { recursive: true })

/** Builds what `npm start` runs, as far as it was not built from these very sources. */
export const ensureBuilt = () => ensure([pages, staffConsole, server, operator, reader])
export const ensureServerBuilt = () => ensure([server, reader])
/** @returns {string | undefined} the operator's program, if it was built from these very sources */
export const builtOperator = () => (isBuilt(operator) ? operator.result : undefined)

async function ensure(parts) {
  const stale = parts.filter((part) => !isBuilt(part))
  if (stale.length === 0) return
  console.log('Building …')
  const builds = stale.map((part) => withLock(`build-${part.name}`, () => build(part)))
  // All of them end before one that has failed ends the script.
  await Promise.allSettled(builds)
  await Promise.all(builds)
}

async function build(part) {
  // Another script may have done it while we waited for the lock.
  if (isBuilt(part)) return
  const fingerprint = fingerprintOf(part)
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const code = await run(node, [vite, 'build', '--config', part.config, '--logLevel', 'warn'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error('The build failed; what went wrong is above.')
  await part.finish()
  writeFileSync(markerOf(part), fingerprint)
}

const markerOf = ({ name }) => join(dist, `${name}.built-from`)

const isBuilt = (part) =>
  existsSync(part.result) &&
  existsSync(markerOf(part)) &&
  readFileSync(markerOf(part), 'utf8') === fingerprintOf(part)

function fingerprintOf({ sources }) {
  const hash = createHash('sha256')
  const all = [...sources, 'package-lock.json', 'scripts/lib/build.mjs']
  for (const path of all.flatMap((source) => filesBelow(join(root, source))).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/** Beside each text file of some size its compressed forms, which the server sends as they are. */
async function compressFiles(directory) {
  const texts = filesBelow(directory).filter(
    (path) => /\.(js|css|html|svg|json)$/.test(path) && statSync(path).size > 1000,
  )
  const brotli = () =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
  await Promise.all(
    texts.flatMap((path) => [
      pipeline(createReadStream(path), brotli(), createWriteStream(`${path}.br`)),
      pipeline(createReadStream(path), createGzip({ level: 9 }), createWriteStream(`${path}.gz`)),
    ]),
  )
}
