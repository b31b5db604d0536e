import { page } from 'vitest/browser'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { consoleBrand } from '#features/brand/api/console-brand.ts'
import { showImport } from '#features/fleet-import/api/console-fleet-import.ts'
import { network } from './network.ts'
import { colleague, openConsole } from './open-page.tsx'
import type { Opening } from './opening.ts'
import { answerSamples, sampleAnswer } from './sample-answers.ts'

const at = (path: string, answer?: () => void) => () => {
  answerSamples()
  answer?.()
  openConsole(`/operator${path}`, { as: colleague({ role: 'owner' }) })
}
const answerImport = () => {
  const shown: ResponseOf<typeof showImport> = sampleAnswer(showImport)
  const { fleet } = shown
  network.answer(showImport, {
    ...shown,
    fleet: { ...fleet, state: 'resting', counts: { ...fleet.counts, adopted: 0 } },
  })
}
const answerBrand = () => {
  const shown: ResponseOf<typeof consoleBrand> = sampleAnswer(consoleBrand)
  const bare = { accent: null, banner: null, logo: null, logoDark: null, mark: null }
  network.answer(consoleBrand, { ...shown, brand: { ...shown.brand, ...bare } })
}
const type = (label: string, text: string) => () => page.getByRole('dialog').getByLabelText(label).fill(text)

export const staffOpenings: readonly Opening[] = [
  {
    at: at('/staff'),
    press: ['Invite'],
    finish: [type('Name', 'Grace'), type('Email', 'grace@sample.example'), 'Send invitation'],
  },
  { at: at('/staff'), press: [/^Actions for/] },
  { at: at('/staff'), press: [/^Actions for/, 'Change role'] },
  { at: at('/staff'), press: [/^Actions for/, 'Invite again'] },
  { at: at('/staff'), press: [/^Actions for/, 'End access'] },
  {
    at: at('/customers'),
    press: ['Add customer'],
    finish: [type('Name', 'Grace'), type('Email', 'grace@sample.example'), 'Add customer'],
  },
  { at: at('/customers/Sample'), press: ['Actions'] },
  { at: at('/customers/Sample'), press: ['Actions', 'Export'] },
  { at: at('/customers/Sample'), press: ['Actions', 'Suspend'] },
  { at: at('/customers/Sample'), press: ['Change'] },
  { at: at('/customers/Sample'), first: ['Payments'], press: [/^Change \S/] },
  { at: at('/customers/Sample'), first: ['Payments'], press: [/^Refund the payment/] },
  { at: at('/customers/Sample'), first: ['Payments'], press: [/^Forgive/], finish: [] },
  { at: at('/customers/Sample'), first: ['People'], press: [/^Reset password/] },
  { at: at('/customers/Sample'), first: ['People'], press: [/^Remove second factor/] },
  { at: at('/orders/Sample'), press: ['Hold'] },
  { at: at('/orders/Sample'), press: ['End'], finish: [] },
  { at: at('/domains'), first: ['Choose all'], press: ['Try again'] },
  { at: at('/domains/Sample'), press: [/^More to do/] },
  { at: at('/domains/Sample'), press: [/^More to do/, 'Move to another account'] },
  { at: at('/domains/Sample'), press: [/^More to do/, 'Choose another name'] },
  { at: at('/domains/Sample'), press: ['Try again'] },
  { at: at('/mailboxes/Sample'), press: ['Set a new password'] },
  { at: at('/capacity'), press: ['Add an account'] },
  { at: at('/capacity'), press: [/^Add a registrar|^Add$/] },
  { at: at('/capacity'), press: [/^To do with/] },
  { at: at('/capacity'), press: [/^To do with/, 'Drain'] },
  { at: at('/capacity'), press: [/^To do with/, 'Rename'] },
  { at: at('/capacity'), press: [/^To do with/, 'Renew the token'] },
  { at: at('/capacity/Sample'), press: ['Drain'] },
  { at: at('/capacity/Sample'), press: [/^More to do/] },
  { at: at('/capacity/Sample'), press: [/^More to do/, 'Change limits'] },
  { at: at('/capacity/Sample'), press: [/^More to do/, 'Renew the secret'] },
  { at: at('/capacity/Sample'), press: [/^More to do/, 'Remove'] },
  { at: at('/capacity/Sample'), press: ['Watch'] },
  { at: at('/capacity/Sample'), first: ['Choose all'], press: ['Move to …'] },
  { at: at('/money'), press: ['Enter a cost'] },
  { at: at('/money'), press: [/^Remove Registration/] },
  { at: at('/work'), press: [/^Answer/] },
  { at: at('/work'), first: ['Choose all'], press: ['Say that they are done'] },
  { at: at('/work/connect'), press: [/^Picture/] },
  { at: at('/import/Sample', answerImport), press: ['Adopt'] },
  { at: at('/import/Sample', answerImport), press: ['Forget'] },
  { at: at('/brand', answerBrand), press: [/^Restore/] },
  { at: at('/staff'), press: [/^Find anything/] },
  {
    at: async () => {
      await page.viewport(360, 740)
      at('/staff')()
    },
    press: ['Menu'],
  },
  { at: at('/account'), press: ['Rename Sample'] },
  { at: at('/account'), press: ['Remove Sample'] },
  { at: at('/account'), press: ['New recovery codes'] },
]
