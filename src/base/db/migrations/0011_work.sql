ALTER TABLE "connect_links" ADD COLUMN "staff_session_id" text;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_staff_session_id_staff_sessions_id_fk" FOREIGN KEY ("staff_session_id") REFERENCES "public"."staff_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connect_links_staff" ON "connect_links" USING btree ("staff_session_id");--> statement-breakpoint
CREATE INDEX "work_items_kind" ON "work_items" USING btree ("kind","closed_at");--> statement-breakpoint
CREATE INDEX "work_items_waiting" ON "work_items" USING btree ("created_at","id") WHERE "work_items"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "work_items_closed" ON "work_items" USING btree ("closed_at","id") WHERE "work_items"."closed_at" is not null;