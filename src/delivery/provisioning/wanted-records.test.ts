import { expect, test } from 'vitest'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { Facts } from './facts.ts'
import { mailRecords, placeOfRecord } from './wanted-records.ts'

const mx = (content: string): DnsRecord => ({ name: '', type: 'MX', content, priority: 0, ttl: 3600 })
const at = '2026-01-01T00:00:00.000Z'
const [found, own] = [mx('found.example.net'), mx('own.example.net')]

const mailOf = (accountId: string) => {
  const facts: Facts = {
    host: { at, accountId },
    mailRecords: { at, records: [own] },
    takenOver: { at, accountId: 'acc_old', places: [{ place: placeOfRecord(found), records: [found] }] },
  }
  return mailRecords(facts).filter(({ type }) => type === 'MX')
}

test('a name that was taken over keeps the mail records that were found at its account, and at another has its own', () => {
  expect(mailOf('acc_old')).toEqual([found])
  expect(mailOf('acc_new')).toEqual([own])
})
