const INVITATION_HOURS = 72

export const invitationEnd = (now = new Date()) => new Date(now.getTime() + INVITATION_HOURS * 3_600_000)
