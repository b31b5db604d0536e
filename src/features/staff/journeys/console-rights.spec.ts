import { expect, test } from '@playwright/test'
import { consolePages, consolePagesOfOne, openConsolePages } from '#tests/e2e/product/routes.ts'
import { mayOpen } from '#ui/console/page-rights.ts'

test('an owner may open every page of the console: the table of rights names each', () => {
  const pages = [...openConsolePages, ...consolePages, ...consolePagesOfOne]
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !mayOpen('owner', page))).toEqual([])
})
