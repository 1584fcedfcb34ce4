package dev.tldr4j.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.tldr4j.encoder.Encoder;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The shape of the whole project: what may use what. */
@AnalyzeClasses(packages = "dev.tldr4j", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule modulesPointOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.tldr4j..")
            .layer("encoder")
            .definedBy("dev.tldr4j.encoder..")
            .layer("vectors")
            .definedBy("dev.tldr4j.vectors..")
            .layer("learn")
            .definedBy("dev.tldr4j.learn..")
            .layer("baselines")
            .definedBy("dev.tldr4j.baselines..")
            .layer("evaluate")
            .definedBy("dev.tldr4j.evaluate..")
            .layer("cli")
            .definedBy("dev.tldr4j.cli..")
            .whereLayer("encoder")
            .mayNotAccessAnyLayer()
            .whereLayer("vectors")
            .mayOnlyAccessLayers("encoder")
            .whereLayer("learn")
            .mayOnlyAccessLayers("encoder", "vectors")
            .whereLayer("baselines")
            .mayOnlyAccessLayers("encoder", "vectors", "learn")
            .whereLayer("evaluate")
            .mayOnlyAccessLayers("encoder", "vectors", "learn", "baselines")
            .whereLayer("cli")
            .mayOnlyAccessLayers("encoder", "vectors", "learn", "baselines", "evaluate");

    @ArchTest
    static final ArchRule encodingNeedsTheJdkAlone = classes()
            .that()
            .resideInAPackage("dev.tldr4j.encoder..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.tldr4j.encoder..", "java..");

    /** Every package, those of whole modules included. Files of encoders and vectors are one with their readers and writers. */
    @ArchTest
    static final ArchRule packagesDependOnEachOtherInOneDirection =
            slices().assignedFrom(new PackageOrFiles()).should().beFreeOfCycles();

    private static final class PackageOrFiles implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return javaClass.getPackageName().startsWith("dev.tldr4j.")
                    ? SliceIdentifier.of(
                            javaClass.getPackageName().replaceFirst("(encoder|vectors)\\.internal.*", "$1"))
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    @ArchTest
    static final ArchRule usersMeetNoInternalTypes = codeUnits()
            .that()
            .arePublic()
            .or()
            .areProtected()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage("..internal..")
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .should(nameNoInternalType());

    /**
     * encoder.internal holds what the modules share; learn.internal has the matrices that the baselines use too. Every other
     * module's internals are its own.
     */
    @ArchTest
    static void internalsStayInTheirModule(JavaClasses all) {
        for (String module : new String[] {"vectors", "learn", "baselines", "evaluate"}) {
            String friend = module.equals("learn") ? "baselines" : module;
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.tldr4j." + module + "..", "dev.tldr4j." + friend + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.tldr4j." + module + "..internal..")
                    .allowEmptyShould(true)
                    .check(all);
        }
    }

    /** Or they would fail on the module path, and only there. */
    @ArchTest
    static void usersOfTheEncodersInternalsAreNamedInItsModule(JavaClasses all) throws URISyntaxException {
        var home = Encoder.class.getProtectionDomain().getCodeSource().getLocation();
        var named =
                ModuleFinder.of(Path.of(home.toURI()))
                        .find("dev.tldr4j.encoder")
                        .orElseThrow()
                        .descriptor()
                        .exports()
                        .stream()
                        .flatMap(exports -> exports.targets().stream())
                        .map(module -> module + "..")
                        .toArray(String[]::new);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tldr4j.encoder..")
                .and()
                .resideOutsideOfPackages(named)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tldr4j.encoder.internal..")
                .check(all);
    }

    @ArchTest
    static final ArchRule onlyTheCommandEndsTheProcess = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.tldr4j.cli.Main")
            .and()
            .doNotHaveFullyQualifiedName("dev.tldr4j.cli.common.Signals") // by a signal, while native code runs
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    private static ArchCondition<JavaCodeUnit> nameNoInternalType() {
        return new ArchCondition<>("name no type of an internal package") {
            @Override
            public void check(JavaCodeUnit method, ConditionEvents events) {
                Stream.concat(Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                        .map(JavaClass::getBaseComponentType)
                        .filter(type -> type.getPackageName().matches("dev\\.tldr4j\\..*internal.*"))
                        .forEach(type -> events.add(SimpleConditionEvent.violated(
                                method, method.getFullName() + " names " + type.getName())));
            }
        };
    }
}
