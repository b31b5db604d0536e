import { expect, it } from 'vitest'
import { signInFailures, signInRefusals, signInStops } from './sign-in-causes.ts'

it('says of every cause what is so and what helps, in whole sentences that name no code', () => {
  for (const table of [signInRefusals, signInStops, signInFailures])
    for (const [cause, { what, toDo }] of Object.entries(table))
      for (const text of [what, toDo]) {
        expect(text, cause).toMatch(/^[A-Z].*\.$/)
        expect(text, cause).not.toMatch(/AADSTS|\d{4}/)
      }
})
