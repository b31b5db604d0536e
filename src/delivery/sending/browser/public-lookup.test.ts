import type { LookupAddress } from 'node:dns'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openNameServer } from '#vendors/testing/name-server.ts'
import { openSilentNameServer } from '#vendors/testing/silent-name-server.ts'
import { hostsOf } from './allowed-hosts.ts'
import { openGate } from './gate.ts'
import { publicLookup } from './public-lookup.ts'

const callback = 'https://server.tool.test/callback'
const link = `https://login.microsoftonline.com/common/oauth2/v2.0/authorize?redirect_uri=${callback}`

const lookUp = (server: string) =>
  new Promise<string | LookupAddress[]>((resolve, reject) =>
    publicLookup([server])('server.tool.test', { all: true }, (error, found) =>
      error ? reject(error) : resolve(found),
    ),
  )

describe('Where the host of a tool’s callback leads', () => {
  it('to its address in the public internet', async () => {
    await using server = await openNameServer(['93.184.216.34'])
    expect(await lookUp(server.address)).toEqual([{ address: '93.184.216.34', family: 4 }])
  })

  it('nowhere when its owner gives it an address inside our network', async () => {
    await using server = await openNameServer(['10.0.0.5'])
    await expect(lookUp(server.address)).rejects.toThrow('Not an address of the public internet')
  })

  it('is asked of the name servers that customers’ hosts are asked of', async () => {
    await using silent = await openSilentNameServer()
    const gate = await openGate(hostsOf(new URL(link)), [silent.address])
    try {
      const tunnel = request(gate.address, { method: 'CONNECT', path: 'server.tool.test:443' })
      tunnel.on('error', () => {}).end()
      await expect.poll(silent.asked).toContain('server.tool.test')
    } finally {
      gate.close()
    }
  })
})
