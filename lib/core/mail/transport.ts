import 'server-only'
import { createTransport } from 'nodemailer'
import { env } from '../env'

const TIMEOUT_MS = 5000

export type Mail = { to: string; subject: string; text: string; html: string }

const connect = () =>
  createTransport({
    url: env().SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })

/** Hands the mail to the server of SMTP_URL; throws when it does not take it in time. */
export async function sendMail(mail: Mail): Promise<void> {
  const transport = connect()
  try {
    await transport.sendMail({ ...mail, from: env().MAIL_FROM, disableFileAccess: true, disableUrlAccess: true })
  } finally {
    transport.close()
  }
}

/** Whether the server lets us in; no email is sent. */
export async function checkMailServer(): Promise<boolean> {
  const transport = connect()
  try {
    return await transport.verify()
  } catch {
    return false
  } finally {
    transport.close()
  }
}
