import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { urlPerHost } from '../config/database-hosts.ts'
import { required } from '../text/required.ts'
import { followWriter, type Writer } from './writer/follow-writer.ts'

/** One for each database of several hosts that this process connects to. */
const writers = new Map<string, Writer>()

/**
 * Which host of a database takes writes; undefined where its address names one host alone, which is connected to as pg
 * does.
 */
export function writerOf(url: string): Writer | undefined {
  const urls = urlPerHost(url)
  if (urls.length === 1) return undefined
  const writer = writers.get(url) ?? followWriter(urls)
  writers.set(url, writer)
  return writer
}

/** What pg's clients and pools are made with to connect to a database, whose address may name several hosts. */
export function connectionTo(url: string): pg.ClientConfig {
  const writer = writerOf(url)
  if (!writer) return { connectionString: url }
  const urls = urlPerHost(url)
  // pg's client chooses no host by itself: it is told the first, and its socket goes where it must.
  const config = parseIntoClientConfig(required(urls[0], 'a host'))
  return { ...config, ssl: forAnyHost(config.ssl, urls), stream: writer.socket }
}

/** pg expects the certificate of the host that it was told; that of any of the hosts is as good. */
function forAnyHost(ssl: pg.ClientConfig['ssl'], urls: readonly string[]): pg.ClientConfig['ssl'] {
  const options: ConnectionOptions | undefined = ssl === true ? {} : ssl || undefined
  if (!options || options.rejectUnauthorized === false || options.checkServerIdentity) return ssl
  return {
    ...options,
    checkServerIdentity(_host, certificate) {
      const problems = urls.map((url) => checkServerIdentity(new URL(url).hostname, certificate))
      return problems.some((problem) => problem === undefined) ? undefined : problems[0]
    },
  }
}
