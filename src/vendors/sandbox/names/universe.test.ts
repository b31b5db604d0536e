import { expect, it } from 'vitest'
import { isTakenByStranger, premiumPriceCents } from './universe.ts'

const tlds = ['com', 'net', 'org', 'co', 'info', 'biz']

it('has common words and very short names taken under the classic endings, always the same ones', () => {
  for (const name of ['acme.com', 'outreach.net', 'mail.org', 'abc.biz', 'x.com'])
    expect(isTakenByStranger(name), name).toBe(true)
  for (const name of ['quietfoundry42.com', 'zzqqvv.net']) expect(isTakenByStranger(name), name).toBe(false)
})

it('leaves some variants of a taken word to buy, and takes others', () => {
  const variants = ['getacme', 'tryacme', 'acmehq', 'acmemail', 'useacme', 'acmeteam', 'acmenow', 'acmehub']
  const taken = variants.filter((label) => isTakenByStranger(`${label}.com`))
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.length).toBeLessThan(variants.length)
})

it('asks a premium price for words that are free, and for labels that say so', () => {
  expect(premiumPriceCents('premiumacme.com')).toBeGreaterThan(100_00)
  expect(premiumPriceCents('quietfoundry42.com')).toBeUndefined()
  for (const tld of tlds) {
    const free = !isTakenByStranger(`orbit.${tld}`)
    expect(premiumPriceCents(`orbit.${tld}`) !== undefined).toBe(free)
  }
})

it('never has names taken that must behave specially', () => {
  for (const label of ['premiumx', 'reservedx', 'snatchedx', 'slowx', 'failingx'])
    for (const tld of tlds) expect(isTakenByStranger(`${label}.${tld}`)).toBe(false)
})
