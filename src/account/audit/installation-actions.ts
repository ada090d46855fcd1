/** Actions that concern no team, or a deleted one. Only operators take them, on the command line. */
export const INSTALLATION_ACTIONS = [
  'team.deleted',
  'slice.applied',
  'slice.restored',
  'slice.removed',
  'company.merged',
  'company.split',
  'company.kind_decided',
  'company.deleted',
  'company.allowed',
  'source.retracted',
  'secrets.reencrypted',
] as const
export type InstallationAction = (typeof INSTALLATION_ACTIONS)[number]
