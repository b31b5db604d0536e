const at = new Date().toISOString()

/** What is known of a name that is set up, about as long as it is in the product. */
export const someFacts = JSON.stringify(
  Object.fromEntries(
    [
      'registration',
      'zone',
      'records',
      'host',
      'verification',
      'verified',
      'mailRecords',
      'dkim',
      'mailboxes',
      'tool',
      'proof',
    ].map((fact) => [
      fact,
      { at, of: 'k3jx0q9w8v7u6t5s4r3p2n1m', value: 'example-com.mail.protection.outlook.com' },
    ]),
  ),
)
