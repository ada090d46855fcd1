import { lazyPackage } from '../platform/lazy-package.ts'

export const undici = lazyPackage<typeof import('undici')>('undici')
