import { expect, test } from 'vitest'
import { urlPerHost } from './database-hosts.ts'

test('an address of several hosts becomes one address for each, in their order', () => {
  expect(
    urlPerHost('postgres://ada:secret@one:5432,two,[2001:db8::3]:6432/inboxyard?sslmode=verify-full'),
  ).toEqual([
    'postgres://ada:secret@one:5432/inboxyard?sslmode=verify-full',
    'postgres://ada:secret@two/inboxyard?sslmode=verify-full',
    'postgres://ada:secret@[2001:db8::3]:6432/inboxyard?sslmode=verify-full',
  ])
})

test.each([
  'postgres://ada:secret@one:5432/inboxyard',
  'postgres://one/inboxyard?options=-c%20search_path%3Da,b',
  'postgres://ada:with,comma@one/inboxyard',
  'postgres://ada:with@sign,and,commas@one/inboxyard',
  'postgres://localhost/inboxyard?host=%2Ftmp%2Fa,b',
  'garbage',
])('an address of one host stays as it is: %s', (url) => {
  expect(urlPerHost(url)).toEqual([url])
})
