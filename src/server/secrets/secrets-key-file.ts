import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { required } from '#shared/text/required.ts'
import { errorCode } from '../error-code.ts'
import type { SecretKey } from './secrets.ts'

/** The key file of a product that runs its own database, readable by its owner only. */
export const secretsKeyFile = (dataDir: string) => join(dataDir, 'secrets.key')

/**
 * The key that protects stored secrets, made at the first start. It is on disk, whole, before anybody gets it:
 * a key that is lost takes every stored secret with it. Two processes that start together get the same one.
 */
export function readOrCreateSecretsKey(dataDir: string): SecretKey {
  const path = secretsKeyFile(dataDir)
  return readKey(path) ?? createKey(dataDir, path)
}

function createKey(dataDir: string, path: string): SecretKey {
  makeDataDir(dataDir)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    fchmodSync(file, 0o600)
    writeSync(file, `embedded:${randomBytes(32).toString('base64')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  const directory = openSync(dataDir, 'r')
  fsyncSync(directory)
  closeSync(directory)
  return required(readKey(path), path)
}

function readKey(path: string): SecretKey | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const [, id, encoded = ''] = /^(\w+):(\S+)\s*$/.exec(text) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (id === undefined || key.length !== 32) {
    throw new Error(`The key file ${path} is damaged; restore it from a backup: stored secrets need it.`)
  }
  return { id, key }
}

/** Makes the data directory. Others may pass through it (root runs the database as another account), not list it. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
