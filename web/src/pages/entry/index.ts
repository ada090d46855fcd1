export { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
export { JoinPage } from './JoinPage.tsx'
export { ResetPasswordPage } from './ResetPasswordPage.tsx'
