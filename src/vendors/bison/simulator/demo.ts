/** An agency's Email Bison instance that exists from the first start. */
export const demoBison = {
  /** Acts for the whole instance, in the workspace selected last. */
  superAdminKey: '1|demo-bison-super-admin-harborline',
  /** Belongs to the first workspace alone. */
  apiUserKey: '2|demo-bison-api-user-harborline',
  ownerEmail: 'desk@harborline-agency.test',
  workspaces: [
    { id: 41, name: 'Harborline Agency' },
    { id: 54, name: 'Client: Ferrous Labs' },
    { id: 55, name: 'Client: Quillstone' },
  ],
  domains: [
    { name: 'ferrouslabs-mail.com', provider: 'microsoft' },
    { name: 'getferrouslabs.com', provider: 'google' },
  ],
} as const
