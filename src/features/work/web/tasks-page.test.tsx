import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { listTasks } from '../api/tasks.ts'
import type { BulkTask, OrderTask } from '../rules/task.ts'

const tasks = () => kept(listTasks, 'tasks')
const list = (name: string) => page.getByRole('region', { name })
const [replacement] = tasks().orders as [OrderTask]
const [update] = tasks().updates as [BulkTask]

test('what runs shows how far it is and moves on to what has ended, each with a way to more of it', async () => {
  network.answer(listTasks, tasks())
  openPage('/tasks')
  const running = list('Running').getByRole('listitem')
  await expect.element(running).toMatchTextContent(/Domain replacement ?Running ?fresh-yard\.com/)
  await expect
    .element(running.getByRole('progressbar', { name: 'Domain replacement' }))
    .toHaveAttribute('aria-valuetext', '0 of 1 domain')
  await expect
    .element(running.getByRole('link', { name: 'View order' }))
    .toHaveAttribute('href', `/dashboard?order=${replacement.orderId}&details=${replacement.groupId}`)
  const ended = list('Ended').getByRole('listitem')
  await expect.element(ended).toMatchTextContent(/Instantly: Account settings ?Done/)
  await expect
    .element(ended.getByRole('link', { name: 'Results' }))
    .toHaveAttribute('href', `/instantly-bulk-update?job=${update.jobId}`)

  network.answer(listTasks, { ...tasks(), orders: [{ ...replacement, state: 'done', finished: 1 }] })
  await expect.element(list('Running')).toMatchTextContent('Nothing is running right now.')
  await expect.poll(() => ended.all().length).toBe(2)
})

test('without tasks the page says what will be here, and a failure can be tried again', async () => {
  network.refuse(listTasks, { status: 500, code: 'internal', message: 'Something went wrong.' })
  openPage('/tasks')
  await expect.element(page.getByText('Your tasks could not be loaded.')).toBeVisible()
  network.answer(listTasks, { orders: [], updates: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No tasks yet')).toBeVisible()
})
