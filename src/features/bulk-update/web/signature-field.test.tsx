import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  answerJobs,
  bulkJob,
  openInstantlySettings,
  openSmartleadSettings,
  press,
  question,
  whatWillChange,
} from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { previewSignature } from '../api/bulk-update.ts'

const script = '<script>alert(1)</script>'
const why = 'This signature has nothing in it that an email can show. Taken out: <script>.'

async function openInstantlySignatures(): Promise<void> {
  await openInstantlySettings()
  answerJobs(bulkJob())
  await press('Enable Warmup')
  await question.getByRole('button', { name: 'Update 4 accounts' }).click()
  await press('Continue to Next Step')
}

test('a signature is shown as it will be kept, and what is taken out is told', async () => {
  await openInstantlySignatures()
  const box = page.getByLabelText('Signature for Ada Byron')
  await expect.element(page.getByLabelText('Signature for Ben Byron')).toBeVisible()
  const preview = page.getByTitle('Preview of Signature for Ada Byron')
  await box.fill('Jane Doe')
  await expect.element(preview).toHaveAttribute('srcdoc', expect.stringMatching(/Jane Doe$/))
  await expect.element(page.getByText(/^Taken out before it is saved/)).not.toBeInTheDocument()
  network.answer(previewSignature, kept(previewSignature, 'signature-preview'))
  await box.fill('<b onclick="x()">Jane</b><script>alert(1)</script>')
  await expect
    .element(page.getByText('Taken out before it is saved: onclick on <b>, <script>.'))
    .toBeVisible()
  // It runs nothing, and does not reach the page.
  await expect.element(preview).toHaveAttribute('sandbox', '')

  network.lose(previewSignature)
  await box.fill('another')
  await expect.element(page.getByText('The preview cannot be shown right now.')).toBeVisible()
})

test.each([
  ['Instantly', openInstantlySignatures, 'Signature for Ada Byron', 'Update All Signatures'],
  ['Smartlead', () => openSmartleadSettings('API key'), 'Signature text', 'Update Signature'],
] as const)(
  'a signature of which nothing would be left cannot be set in %s, and what is taken out is told',
  async (_, open, label, button) => {
    await open()
    network.answer(previewSignature, { html: '', removed: ['<script>'] })
    await page.getByLabelText(label).fill(script)
    await expect
      .element(page.getByRole('button', { name: button, exact: true }))
      .toHaveAccessibleDescription(why)
    await expect.element(whatWillChange).toMatchTextContent(why)
    await expect.element(whatWillChange).not.toMatchTextContent('→ no')
  },
)
