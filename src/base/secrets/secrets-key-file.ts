import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { errorCode } from '../error-code.ts'
import { required } from '../text/required.ts'
import { hasDatabase, makeDataDir, secretsKeyFile } from './data-directory.ts'
import type { SecretKey } from './secrets.ts'

export const howToReadAgain =
  'Stored secrets cannot be read without it: restore it from a backup, or set SECRETS_KEYS to the keys they were stored with.'

/**
 * The key that protects stored secrets, made at the first start. It is on disk, whole, before anybody gets it:
 * a key that is lost takes every stored secret with it. Two processes that start together get the same one.
 */
export function readOrCreateSecretsKey(dataDir: string): SecretKey {
  const path = secretsKeyFile(dataDir)
  return readKey(path) ?? createKey(dataDir, path)
}

function createKey(dataDir: string, path: string): SecretKey {
  // It was made before the database was: a new one would open nothing that is in there.
  if (hasDatabase(dataDir)) throw new Error(`The key file ${path} is missing. ${howToReadAgain}`)
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
    throw new Error(`The key file ${path} is damaged. ${howToReadAgain}`)
  }
  return { id, key }
}
