package io.yici.spring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * The trace is right about the height of the stack, or it could not be right about what is in it: measured against the
 * maximum that compilers wrote into classes with many kinds of instructions.
 */
class ThisTraceTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                java.util.HashMap.class,
                java.util.concurrent.ForkJoinPool.class,
                java.math.BigDecimal.class,
                java.lang.Double.class,
                java.lang.StrictMath.class,
                java.util.Arrays.class,
                java.lang.Character.class,
                java.util.Formatter.class,
                org.springframework.core.ResolvableType.class,
                org.springframework.asm.ClassReader.class,
                org.springframework.util.ConcurrentReferenceHashMap.class
            })
    void theStackIsAsHighAsTheCompilerSays(Class<?> type) throws IOException {
        List<String> wrong = new ArrayList<>();
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream code = type.getResourceAsStream(file)) {
            new ClassReader(code).accept(new Heights(wrong), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
        assertThat(wrong).isEmpty();
    }

    private static final class Heights extends ClassVisitor {
        private final List<String> wrong;

        private Heights(List<String> wrong) {
            super(SpringAsmInfo.ASM_VERSION);
            this.wrong = wrong;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
                    ? null
                    : new Measured(name + descriptor, wrong);
        }
    }

    private static final class Measured extends ThisTrace {
        private final String title;
        private final List<String> wrong;

        private Measured(String title, List<String> wrong) {
            this.title = title;
            this.wrong = wrong;
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            if (highest() != maxStack) {
                wrong.add(title + ": " + highest() + " instead of " + maxStack);
            }
        }

        @Override
        void calledOnThis(String owner, String name, String descriptor) {}

        @Override
        void boundToThis(Handle method) {}
    }
}
