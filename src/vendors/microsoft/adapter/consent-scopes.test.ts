import { describe, expect, it } from 'vitest'
import { asksFor, consentScopes, widened } from './consent-scopes.ts'

const graphApp = '00000003-0000-0000-c000-000000000000'
const exchangeApp = '00000002-0000-0ff1-ce00-000000000000'

describe('the scopes of a sign-in link', () => {
  it('belong to Graph or to Exchange by their address, and to Graph without one', () => {
    expect(
      consentScopes([
        'openid',
        'offline_access',
        // Two spaces in the link.
        '',
        'Mail.Read',
        'https://graph.microsoft.com/Mail.Send',
        'https://outlook.office.com/SMTP.Send',
        'https://outlook.office365.com/IMAP.AccessAsUser.All',
      ]),
    ).toEqual({
      state: 'mail',
      byApp: new Map([
        [graphApp, ['openid', 'offline_access', 'Mail.Read', 'Mail.Send']],
        [exchangeApp, ['SMTP.Send', 'IMAP.AccessAsUser.All']],
      ]),
    })
  })

  it.each([
    'Directory.AccessAsUser.All',
    'https://graph.microsoft.com/Files.ReadWrite.All',
    'https://outlook.office.com/.default',
    'https://outlook.office.com/full_access_as_user',
    'https://management.azure.com/Mail.Send',
    'http://graph.microsoft.com/Mail.Send',
    'https://graph.microsoft.com/x/Mail.Send',
  ])('are for a person to read where one is more than mail: %s', (beyond) => {
    expect(consentScopes(['openid', beyond, 'Mail.Send'])).toEqual({ state: 'more', beyond })
  })

  it('ask for a permission under any address and in any case', () => {
    expect(asksFor(['https://outlook.office.com/smtp.send'], 'SMTP.Send')).toBe(true)
    expect(asksFor(['SMTP.Send'], 'SMTP.Send')).toBe(true)
    expect(asksFor(['https://graph.microsoft.com/Mail.Send'], 'SMTP.Send')).toBe(false)
  })
})

describe('a grant', () => {
  it('is widened by what it lacks, and keeps what it has', () => {
    expect(widened(' Mail.Send  openid', ['Mail.Read', 'openid', 'Mail.Read'])).toBe(
      'Mail.Send openid Mail.Read',
    )
  })

  it('is left alone where it has everything, however it is written', () => {
    expect(widened('mail.send openid', ['openid', 'Mail.Send'])).toBeUndefined()
  })
})
