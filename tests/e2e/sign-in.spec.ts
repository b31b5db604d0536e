import { addCustomer } from '#server/features/customers/add-customer.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test('signs in whatever the address is written like, and says so', async ({ page, customer }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/signin')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(`  ${customer.email.toUpperCase()} `)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expectTold(page, 'Login successful')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
})

test('names each mistake beside its field, and takes it back as soon as it is mended', async ({ page }) => {
  await page.goto('/signin')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Email is required')

  await email.fill('ada')
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await password.fill('short')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()

  await email.fill('ada@example.test')
  await password.fill('long enough')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(password).not.toHaveAttribute('aria-invalid')
})

test('an error moves nothing on the page', async ({ page }) => {
  await page.goto('/signin')
  const button = page.getByRole('button', { name: 'Sign in' })
  const before = await button.boundingBox()
  await button.click()
  await expect(page.getByText('Password is required')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('keeps the refusal of a wrong password until something is changed', async ({ page, customer }) => {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill('Wrong.Horse.1')
  await page.getByLabel('Password').press('Enter')
  const refusal = page.getByText('The email or password is not right.')
  await expect(refusal).toBeVisible()
  await page.getByLabel('Email').focus()
  await expect(refusal).toBeVisible()
  await page.getByLabel('Password').press('End')
  await page.getByLabel('Password').pressSequentially('2')
  await expect(refusal).toBeHidden()
})

test('a press that comes twice tries once', async ({ page, customer }) => {
  const tries: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/auth/login') && tries.push(request.url()))
  await page.goto('/signin')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill('Wrong.Horse.1')
  await page.getByRole('button', { name: 'Sign in' }).dblclick()
  await expect(page.getByText('The email or password is not right.')).toBeVisible()
  expect(tries).toHaveLength(1)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).dblclick()
  await expect(page).toHaveURL('/dashboard')
  expect(tries).toHaveLength(2)
})

test('says that there is no connection, and works again when there is', async ({ page, customer }) => {
  await page.goto('/signin')
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectTold(page, 'Network error. Please check your connection or CORS configuration.')
  await page.unroute('**/api/auth/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('shows the password on request and warns of Caps Lock', async ({ page }) => {
  await page.goto('/signin')
  const password = page.getByLabel('Password')
  await password.fill('Correct.Horse.1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText('Caps Lock is on.')).toBeVisible()
  await password.dispatchEvent('keyup', { key: 'A' })
  await expect(page.getByText('Caps Lock is on.')).toBeHidden()
})

test('sends those who have no account to support, beside what a customer says', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByRole('link', { name: 'Contact support for access' })).toHaveAttribute(
    'href',
    /^mailto:.+@.+/,
  )
  const testimonial = page.getByRole('complementary', { name: 'Customer testimonial' })
  await expect(testimonial.getByRole('blockquote')).toBeVisible()
  await expect(testimonial.getByText('Sample')).toBeVisible()
  // A tablet's form is in no void; a phone has room for the form alone.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(testimonial.getByRole('blockquote')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
  await page.setViewportSize({ width: 767, height: 1024 })
  await expect(testimonial).toBeHidden()
})

test('sends a person who is signed in already to the dashboard', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/signin')
  await expect(page).toHaveURL('/dashboard')
})

test('a one-time password leads nowhere but to a password of one’s own', async ({ page, deps }) => {
  const email = `new-${Date.now()}@example.test`
  const { password } = await addCustomer(deps.db, { email, name: 'Grace Hopper' })
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await page.goto('/dashboard')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText('You signed in with a one-time password.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeHidden()
  expect(refused).toEqual([])
  await page.goto('/instantly-bulk-update?domains=one.example')
  await expect(page).toHaveURL('/reset-password')
  await page.reload()

  await page.getByLabel('Current Password').fill(password)
  await page.getByLabel('New Password', { exact: true }).fill('Correct.Horse.2')
  await page.getByLabel('Confirm New Password').fill('Correct.Horse.2')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectTold(page, 'Password changed successfully')
  // What was asked for before, now that it may be seen.
  await expect(page).toHaveURL('/instantly-bulk-update?domains=one.example')
  await page.reload()
  await expect(page).toHaveURL('/instantly-bulk-update?domains=one.example')
})
