-- When the platform says that it will cancel a parcel's order for want of a scan; null while it says nothing.
ALTER TABLE "package" ADD COLUMN "platform_cancels_at" TIMESTAMPTZ(3);
