import { expect, test } from '@playwright/test'
import { mayOpen } from '#web/operator/page-rights.ts'
import { consolePages, consolePagesOfOne, openConsolePages } from './product/routes.ts'

test('an owner may open every page of the console: the table of rights names each', () => {
  const pages = [...openConsolePages, ...consolePages, ...consolePagesOfOne]
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !mayOpen('owner', page))).toEqual([])
})
