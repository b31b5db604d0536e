import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { openProbe as openGoogleProbe } from '#vendors/testing/google-host.ts'
import { openProbe as openMicrosoftProbe } from '#vendors/testing/microsoft-host.ts'
import { arriveAt, token, written } from '#vendors/testing/probe-operations.ts'

let bench: ContractBench & AsyncDisposable
beforeEach(async () => {
  bench = await openBench('in-process')
})
afterEach(() => bench[Symbol.asyncDispose]())

const justNow = new Date(Date.now() - 60_000)

describe.each([
  ['Microsoft', openMicrosoftProbe, written.microsoft, written.google],
  ['Google', openGoogleProbe, written.google, written.microsoft],
])('a probe mailbox at %s', (_, open, own, other) => {
  test('finds the mail with the token, and what the host wrote itself, wherever that stands', async () => {
    const probe = open(bench)
    for (const authenticationResults of [[own], [own, other], [other, own]]) {
      arriveAt(bench, probe.address, { folder: 'inbox', authenticationResults })
      const found = await probe.readProofMail(token, justNow)
      expect(found).toMatchObject({ folder: 'inbox', authenticationResults: own })
    }
    const found = await probe.readProofMail(token, justNow)
    expect(Date.parse(found?.receivedAt ?? '')).toBeGreaterThan(justNow.getTime())
    expect(await probe.readProofMail('tother', justNow)).toBeUndefined()
  })

  test('finds it in Junk as well, and says nothing of what the host did not write', async () => {
    const probe = open(bench)
    arriveAt(bench, probe.address, { folder: 'junk' })
    const found = await probe.readProofMail(token, justNow)
    expect(found?.folder).toBe('junk')
    expect(found?.authenticationResults).toBeUndefined()
  })

  test('says of a mail in the inbox no more than that', async () => {
    const probe = open(bench)
    arriveAt(bench, probe.address)
    expect(await probe.readProofMail(token, justNow)).not.toHaveProperty('shownAs')
  })

  test('tells the operator when it cannot be read', async () => {
    expect(await open(bench).probe()).toEqual({ ok: true })
    bench.sandbox.faults.add({ kind: '500', times: 10 })
    expect(await open(bench).probe()).toMatchObject({ ok: false, isAway: true })
  })
})

test('Gmail tells that mail lies under a tab, Microsoft has none', async () => {
  for (const [open, shownAs] of [
    [openGoogleProbe, 'tab'],
    [openMicrosoftProbe, undefined],
  ] as const) {
    const probe = open(bench)
    arriveAt(bench, probe.address, { folder: 'inbox', isPromotion: true })
    const found = await probe.readProofMail(token, justNow)
    expect(found?.folder).toBe('inbox')
    expect(found?.shownAs).toBe(shownAs)
  }
})
