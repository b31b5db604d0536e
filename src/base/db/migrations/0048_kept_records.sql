CREATE TABLE "kept_records" (
	"customer_id" text NOT NULL,
	"name" text NOT NULL,
	"records" jsonb NOT NULL,
	"dropped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "kept_records_customer_id_name_pk" PRIMARY KEY("customer_id","name")
);
--> statement-breakpoint
ALTER TABLE "kept_records" ADD CONSTRAINT "kept_records_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;