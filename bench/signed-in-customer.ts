/** The cookie header of a customer who has just signed in. */
export async function signedInCustomer(url: string, email: string, password: string): Promise<string> {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: {
      origin: url,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new Error(await signedIn.text())
  return signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
