import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailField, newEmailField } from './sign-in.ts'

const reads = (field: typeof emailField, text: string) => z.safeParse(field, text).success

test.each(['jane.doe+x@acme.co', "o'neil@mail.acme.com", ' Jane_Doe@ACME.com '])(
  'a new user can have the address %j',
  (address) => expect(reads(newEmailField, address)).toBe(true),
)

test.each(['"jane"@acme.com', '<jane@acme.com', 'jane@acme.com>', 'jane(x)@acme.com', 'jane,x@acme.com'])(
  'nobody new has the address %j, and who has it already signs in with it',
  (address) => {
    expect(reads(newEmailField, address)).toBe(false)
    expect(reads(emailField, address)).toBe(true)
  },
)

test.each([
  'jane@acme',
  'jane..doe@acme.com',
  'a@b@acme.com',
  'jane@-acme.com',
  '@acme.com',
  'jane@x.invalid',
])('nobody new has %j', (address) => expect(reads(newEmailField, address)).toBe(false))
